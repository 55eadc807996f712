"""The same tables in PostgreSQL, for several processes on several machines."""
