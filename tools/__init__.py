"""What developers and the Makefile run; nothing here is installed."""
