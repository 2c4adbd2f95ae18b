"""The shard of each table, so that whoever takes over a shard reads its running tables and no others.

A server of the version before goes on beside it: it leaves the shard of new tables empty, and those are read by all.
"""

from zlib import crc32

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

SHARD_COUNT = 64


def upgrade() -> None:
    op.add_column("tables", sa.Column("shard", sa.Integer))
    tables = sa.table("tables", sa.column("id"), sa.column("status"), sa.column("shard"))
    connection = op.get_bind()
    is_open = tables.c.status.in_(["waiting", "playing"])
    rows = [
        {"table_id": table_id, "number": crc32(table_id.encode()) % SHARD_COUNT}
        for table_id in connection.execute(sa.select(tables.c.id).where(is_open)).scalars()
    ]
    if rows:
        change = sa.update(tables).where(tables.c.id == sa.bindparam("table_id"))
        connection.execute(change.values(shard=sa.bindparam("number")), rows)
    running = sa.text("status = 'playing'")
    op.create_index("running_tables_by_shard", "tables", ["shard"], sqlite_where=running, postgresql_where=running)


def downgrade() -> None:
    op.drop_index("running_tables_by_shard", "tables")
    op.drop_column("tables", "shard")
