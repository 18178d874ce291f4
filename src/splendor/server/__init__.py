"""The play server: durable, fair, secret-keeping tables. Needs the extra `server`."""
