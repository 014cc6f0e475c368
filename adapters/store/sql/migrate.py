"""Brings a database to this program's version.

Importing Alembic takes longer than all the rest of a start, so this module is loaded by name, and
only when `version.is_current` says no.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy.exc import DBAPIError

from adapters.store.sql.database import Database
from core.errors import SetupError

SCRIPTS = Path(__file__).with_name("migrations")


def migrate(database: Database) -> None:
    """Make or upgrade the tables, all or nothing, while other processes wait.

    SetupError when the database cannot be reached or changed, or is of a newer version.
    """
    engine = database.engine()
    try:
        with engine.connect() as connection:
            for statement in database.begin_migration:
                connection.exec_driver_sql(statement)
            command.upgrade(alembic_config(connection), "head")
            connection.commit()
    except CommandError as error:
        raise SetupError(
            f"the database is of a version that this program does not know ({error}): "
            "update Bellwether"
        ) from error
    except DBAPIError as error:
        raise SetupError(f"the database cannot be brought up to date: {error.orig}") from error
    finally:
        engine.dispose()


def alembic_config(connection: object = None) -> Config:
    """Where Alembic finds the scripts, and the connection it works on."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
