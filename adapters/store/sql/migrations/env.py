"""What Alembic runs: the steps between two versions, in the transaction that the caller began."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
