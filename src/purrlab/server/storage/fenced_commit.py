"""A batch of writes in one transaction, of a server among others: only what it has the lease for is stored."""

from typing import Any

import sqlalchemy as sa

from purrlab.server.storage.batch_commit import BatchCommit
from purrlab.server.storage.event_rows import EventRow
from purrlab.server.storage.leases import LeaseLost, lost
from purrlab.server.storage.writer import BrokenChain, Write, WriteResult


class FencedCommit(BatchCommit):
    """The shards are locked against another owner until the commit, so what is stored was written by the owner."""

    columns = (*EventRow._fields, "epoch")

    def __init__(self, engine: sa.Engine, member: str) -> None:
        super().__init__(engine)
        self._member = member

    def values(self, write: Write) -> tuple[Any, ...]:
        assert write.row is not None
        return (*write.row, write.lease and write.lease.epoch)

    def store(self, connection: sa.Connection, writes: list[Write]) -> list[WriteResult]:
        wanted = {write.lease for write in writes if write.lease is not None}
        gone = lost(connection, self._member, wanted) if wanted else wanted
        if not gone:
            return super().store(connection, writes)
        refused = [write for write in writes if write.lease in gone]
        for write in refused:
            if write.chain is not None:
                write.chain.broken = True
        answers: list[WriteResult] = [(write, None, LeaseLost()) for write in refused]
        rest = [write for write in writes if write.lease not in gone]
        fallen = [write for write in rest if write.chain is not None and write.chain.broken]
        answers += [(write, None, BrokenChain()) for write in fallen]  # what they stand on is refused
        return answers + super().store(connection, [write for write in rest if write not in fallen])
