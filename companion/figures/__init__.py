"""What the evenings were: the facts of deals, the figures that follow from them, and who is who; pure."""
