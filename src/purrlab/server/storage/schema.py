"""What is stored. Changes come with a migration (migrations/versions)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("login", String(24), unique=True),  # None: a guest
    Column("password", Text),  # argon2
    Column("created", BigInteger, nullable=False),
    Column("deleted", Boolean, nullable=False, default=False),
    Column("signed_cookie_until", BigInteger),  # until when a cookie that an earlier version signed is good
)

# The browsers that are known as somebody. A token is 256 random bits, so that nothing could guess it from a plain
# SHA-256; a slow hash such as argon2 is for what people make up, and would be paid for at every request.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("issued", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # to the hour
    Column("browser", String(20)),  # one of a few words; None: another
    Column("system", String(20)),
    Index("sessions_by_person", "person"),
    Index("sessions_by_seen", "seen"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("speed", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("host", String(40), ForeignKey("people.id"), nullable=False),
    Column("server_seed", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("coach", Boolean, nullable=False, server_default=false()),  # whether everybody may ask the coach
    Column("shard", Integer),  # None: an earlier version made it
    Index("tables_by_status", "status", "created"),
)
runs = tables.c.status == "playing"
Index("running_tables_by_shard", tables.c.shard, sqlite_where=runs, postgresql_where=runs)

# One small row for everything that happens. No two events of a table can have the same number, whoever writes them.
events = Table(
    "events",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),
    Column("text", Text),
    Column("key", String(40)),
    Column("left", BigInteger),
    Column("epoch", Integer),  # of its shard, when it was written; None: by a server that was alone
    sqlite_with_rowid=False,
)
added = events.c.kind == "entropy"
Index("events_by_who_added_to_chance", events.c.key, sqlite_where=added, postgresql_where=added)

# Who has a seat where, so that people find their tables.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False),
    Index("seats_by_person", "person"),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("person", String(40), ForeignKey("people.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Index("chat_by_person", "person"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", String(40), ForeignKey("people.id"), primary_key=True),
    Column("muted", String(40), ForeignKey("people.id"), primary_key=True),
)

# Several servers on one database (docs/operations.md): who is there, and whose tables are whose.
members = Table(
    "members",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("expires", BigInteger, nullable=False),  # by the clock of the database, unless it is renewed
    Column("reachable", Boolean, nullable=False),  # by the others, over the bus
    Column("version", String(20), nullable=False),
)

# A table belongs to the shard that its id falls into. An epoch has one owner, whose lease is that of the member.
shards = Table(
    "shards",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("owner", String(40)),  # None: free
    Column("epoch", Integer, nullable=False),
)

# What has to be the same wherever people come in.
compatibility = Table(  # one row: the migration that a program must know at least to use this database
    "compatibility",
    metadata,
    Column("oldest", String(40), primary_key=True),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
