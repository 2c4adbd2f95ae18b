"""Who added to the chance of a game, so that they can be told, and it can be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INDEX_NAME = "events_by_who_added_to_chance"
ENTROPY_EVENTS = sa.text("kind = 'entropy'")


def upgrade() -> None:
    op.create_index(INDEX_NAME, "events", ["key"], sqlite_where=ENTROPY_EVENTS, postgresql_where=ENTROPY_EVENTS)


def downgrade() -> None:
    op.drop_index(INDEX_NAME, "events")
