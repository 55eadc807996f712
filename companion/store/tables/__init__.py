"""What is kept, in SQL that every database understands."""
