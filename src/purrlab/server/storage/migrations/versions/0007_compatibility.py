"""Which versions of the program a database still bears, so that servers of the version before may be started on it.

``oldest`` is the revision that a program must know at least. A migration that takes something away, or that makes what
older programs write wrong, raises it; one that only adds does not.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    made = op.create_table("compatibility", sa.Column("oldest", sa.String(40), primary_key=True))
    op.bulk_insert(made, [{"oldest": "0007"}])


def downgrade() -> None:
    op.drop_table("compatibility")
