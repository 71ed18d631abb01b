"""The line of waiting jobs, and who works on them: ordered by us, executed step by step by DBOS."""
