"""Sessions as rows. Cookies that were signed by the versions before are still good for a year, as those promised."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SIGNED_COOKIE_MS = 365 * 24 * 60 * 60 * 1000


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("issued", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("browser", sa.String(20)),
        sa.Column("system", sa.String(20)),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_index("sessions_by_seen", "sessions", ["seen"])
    op.add_column("people", sa.Column("signed_cookie_until", sa.BigInteger))
    people = sa.table("people", sa.column("signed_cookie_until"), sa.column("deleted", sa.Boolean))
    until = time.time_ns() // 1_000_000 + SIGNED_COOKIE_MS
    op.execute(people.update().where(~people.c.deleted).values(signed_cookie_until=until))


def downgrade() -> None:
    op.drop_column("people", "signed_cookie_until")
    op.drop_table("sessions")
