"""The text protocol for engines, spoken by this program: `docs/engines.md`."""
