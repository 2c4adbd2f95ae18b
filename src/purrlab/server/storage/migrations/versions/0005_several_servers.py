"""Several servers on one database: who is there, whose tables are whose, and under which epoch an event was written.

A server of the version before goes on beside it: it knows none of this, and writes none of it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("events", sa.Column("epoch", sa.Integer))
    op.create_table(
        "members",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("reachable", sa.Boolean, nullable=False),
        sa.Column("version", sa.String(20), nullable=False),
    )
    op.create_table(
        "shards",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.String(40)),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("secrets")
    op.drop_table("shards")
    op.drop_table("members")
    op.drop_column("events", "epoch")
