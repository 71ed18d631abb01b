"""Whatever draws: one protocol, one candidate type, one engine a folder."""
