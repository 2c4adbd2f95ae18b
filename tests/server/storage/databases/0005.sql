BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE chat (
	table_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(40) NOT NULL, 
	at BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "chat" VALUES('QRQiWUqOhUstGn66',5,0,'qRdq-9t4kP8UBk0Q',1795041617794,'Cześć, кот, kočka!');
CREATE TABLE events (
	table_id VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	seat INTEGER, 
	text TEXT, 
	"key" VARCHAR(40), 
	"left" BIGINT, epoch INTEGER, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',1,1795041617246,'sat',0,'qRdq-9t4kP8UBk0Q',NULL,NULL,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',2,1795041617521,'sat',1,'US2GxZ-2-_igCmnq',NULL,NULL,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',3,1795041617571,'sat',2,'BQyqBr9aMqY2XOsi',NULL,NULL,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',4,1795041617574,'entropy',2,'gone''s dice',NULL,NULL,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',5,1795041617580,'entropy',0,'ann''s','qRdq-9t4kP8UBk0Q',NULL,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',6,1795041617581,'started',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',7,1795041617594,'acted',0,'discard 5','q1-9b4c8ba989',3604987,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',8,1795041617599,'acted',1,'discard 4','q1-f805618802',3604982,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',9,1795041617603,'acted',2,'discard 4','q1-e05afbdb93',3604978,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',10,1795041617611,'acted',2,'bid 1','q1-cbb3c32ab6',3609970,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',11,1795041617614,'acted',0,'bid 3','q1-89c468f349',3609984,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',12,1795041617617,'acted',1,'bid 1','q1-70b229d43a',3609979,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',13,1795041617620,'acted',2,'play 2 green','q1-83e917f668',3614967,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',14,1795041617624,'acted',0,'play 6 green','q1-4d5a8cca47',3614980,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',15,1795041617631,'acted',1,'play 3 blue','q1-5f3201cebb',3614972,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',16,1795041617645,'acted',0,'play 4 green','q1-54961dba08',3619966,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',17,1795041617649,'acted',1,'play 6 blue','q1-e174c6a833',3619968,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',18,1795041617652,'acted',2,'play 1 green','q1-c37c81158c',3619964,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',19,1795041617655,'acted',0,'play 6 yellow','q1-c577f26366',3624963,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',20,1795041617657,'acted',1,'play 2 red','q1-503922a3df',3624966,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',21,1795041617664,'acted',2,'play 5 yellow','q1-57eb5dd072',3624957,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',22,1795041617670,'acted',1,'play 6 red','q1-d54ec29de2',3629960,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',23,1795041617776,'acted',2,'play 1 yellow','q1-f6f55e300e',3629851,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',24,1795041617780,'acted',0,'play 3 yellow','q1-62dad076a7',3629959,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',25,1795041617783,'acted',1,'play 4 red','q1-ffb43b3e8',3634957,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',26,1795041617791,'acted',2,'play 2 yellow','q1-daf74f6b95',3634843,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',27,1795041617800,'taken',1,'left','heuristic',3634957,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',28,1795041617801,'back',1,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',29,1795041617804,'taken',0,'left','heuristic',3629946,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',30,1795041617804,'acted',0,'play 3 green',NULL,3629946,NULL);
INSERT INTO "events" VALUES('QRQiWUqOhUstGn66',31,1795041617809,'left',2,'heuristic',NULL,NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',1,1795041618082,'sat',0,'rHoK6jse4ba279RT',NULL,NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',2,1795041618098,'sat',1,'B4nj20IE2a-Qr8mu',NULL,NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',3,1795041618104,'started',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',4,1795041618128,'acted',0,'discard 2','fd4cb8b174a554f',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',5,1795041618130,'acted',1,'discard 5','7199279f25bc8cf',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',6,1795041618132,'acted',1,'play 1 yellow','6c5744ba92e6b95',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',7,1795041618133,'acted',0,'play 1 green','5002aab8a1c0f22',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',8,1795041618134,'acted',1,'play 3 yellow','29dcb798ee3e9ad',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',9,1795041618137,'acted',0,'play 1 red','2bd4afc8e1e5540',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',10,1795041618137,'acted',0,'play 4 blue','1566fe2d0d18fb0',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',11,1795041618138,'acted',1,'play 3 green','6b391ca9b811f47',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',12,1795041618140,'acted',0,'play 4 green','9bfad947a0d7bda',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',13,1795041618141,'acted',1,'play 2 yellow','7ce7ad8a88c067',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',14,1795041618141,'acted',0,'play 4 red','1529755b9f09825',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',15,1795041618143,'acted',1,'play 2 red','c98cd9df9ef0b3c',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',16,1795041618144,'acted',0,'play 3 blue','f0eb21a5b397037',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',17,1795041618144,'acted',1,'play 5 red','b0ab577ddbad0b1',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',18,1795041618149,'acted',1,'discard 4','4f55c73ac7c603b',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',19,1795041618149,'acted',0,'discard 1','3c27272409bd305',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',20,1795041618150,'acted',0,'play 3 blue','5f0b4a75d02b200',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',21,1795041618151,'acted',1,'play 2 blue','6183a9e073465b8',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',22,1795041618152,'acted',0,'play 4 blue','84dd01f085ffef8',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',23,1795041618152,'acted',1,'play 1 red','acf7af138dfffb7',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',24,1795041618153,'acted',1,'play 5 red','63641910b21bbba',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',25,1795041618154,'acted',0,'play 2 red','9b77405c59c74ab',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',26,1795041618155,'acted',1,'play 2 yellow','8ccaec7c0d7fcc5',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',27,1795041618156,'acted',0,'play 3 red','13f68ff2d94a778',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',28,1795041618157,'acted',0,'play 3 green','6ef8b43096ebec4',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',29,1795041618158,'acted',1,'play 5 yellow','581c14c7f90925c',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',30,1795041618159,'acted',0,'play 1 blue','75923268396ae9b',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',31,1795041618160,'acted',1,'play 4 red','56f3eef35737c8f',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',32,1795041618161,'acted',1,'play 3 yellow','79ec55a74a43821',NULL,NULL);
INSERT INTO "events" VALUES('cCp6E7QnYr7T5i7z',33,1795041618162,'acted',0,'play 5 green','db04a83f57083ef',NULL,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',1,1795041617834,'sat',0,'rHoK6jse4ba279RT',NULL,NULL,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',2,1795041617913,'sat',1,'US2GxZ-2-_igCmnq',NULL,NULL,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',3,1795041617924,'started',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',4,1795041617944,'acted',1,'draw red','q1-c01de00d54',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',5,1795041617958,'acted',1,'draw yellow','q1-c2344cb406',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',6,1795041617991,'acted',1,'draw turquoise','q1-1e890fc9cf',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',7,1795041618005,'acted',0,'draw turquoise','q1-7bce8071e8',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',8,1795041618018,'acted',0,'draw yellow','q1-bacde9f97b',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',9,1795041618034,'acted',0,'draw violet','q1-5ceab5d1b1',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',10,1795041618042,'acted',1,'anchor right','q1-9788fae70a',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',11,1795041618053,'acted',0,'anchor left','q1-92fc03f6c',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',12,1795041618063,'acted',1,'lay yellow-wardrobe','q1-20614b91da',259200000,NULL);
INSERT INTO "events" VALUES('drGY2MHUC70Up6US',13,1795041618078,'acted',1,'run left','q1-417817ca4d',259200000,NULL);
INSERT INTO "events" VALUES('g3Ib9WUecCLydTL-',1,1795041617218,'sat',0,'qRdq-9t4kP8UBk0Q',NULL,NULL,NULL);
INSERT INTO "events" VALUES('g3Ib9WUecCLydTL-',2,1795041617218,'bot',3,'cat',NULL,NULL,NULL);
INSERT INTO "events" VALUES('g3Ib9WUecCLydTL-',3,1795041617230,'sat',1,'US2GxZ-2-_igCmnq',NULL,NULL,NULL);
INSERT INTO "events" VALUES('g3Ib9WUecCLydTL-',4,1795041617232,'entropy',1,'bo''s dice','US2GxZ-2-_igCmnq',NULL,NULL);
INSERT INTO "events" VALUES('g3Ib9WUecCLydTL-',5,1795041617236,'sat',2,'rHoK6jse4ba279RT',NULL,NULL,NULL);
INSERT INTO "events" VALUES('g3Ib9WUecCLydTL-',6,1795041617237,'left',2,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('g3Ib9WUecCLydTL-',7,1795041617240,'bot',2,'random',NULL,NULL,NULL);
INSERT INTO "events" VALUES('g3Ib9WUecCLydTL-',8,1795041617240,'bot',2,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('l9RkiMnoM5H-oRcq',1,1795041618167,'sat',0,'B4nj20IE2a-Qr8mu',NULL,NULL,NULL);
INSERT INTO "events" VALUES('l9RkiMnoM5H-oRcq',2,1795041618174,'closed',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE members (
	id VARCHAR(40) NOT NULL, 
	expires BIGINT NOT NULL, 
	reachable BOOLEAN NOT NULL, 
	version VARCHAR(20) NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE mutes (
	person VARCHAR(40) NOT NULL, 
	muted VARCHAR(40) NOT NULL, 
	PRIMARY KEY (person, muted), 
	FOREIGN KEY(person) REFERENCES people (id), 
	FOREIGN KEY(muted) REFERENCES people (id)
);
INSERT INTO "mutes" VALUES('US2GxZ-2-_igCmnq','qRdq-9t4kP8UBk0Q');
CREATE TABLE people (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	login VARCHAR(24), 
	password TEXT, 
	created BIGINT NOT NULL, 
	deleted BOOLEAN NOT NULL, signed_cookie_until BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (login)
);
INSERT INTO "people" VALUES('qRdq-9t4kP8UBk0Q','Ann','ann','$argon2id$v=19$m=8,t=1,p=1$csRhj3GiFU0X7Xa6ms23WA$RN83ARBYBHGzIHzysUs2hXY1Bntk0rZJErUqnhONGUA',1795041617195,0,NULL);
INSERT INTO "people" VALUES('US2GxZ-2-_igCmnq','Bo',NULL,NULL,1795041617200,0,NULL);
INSERT INTO "people" VALUES('rHoK6jse4ba279RT','Cy',NULL,NULL,1795041617203,0,NULL);
INSERT INTO "people" VALUES('B4nj20IE2a-Qr8mu','Dee',NULL,NULL,1795041617205,0,NULL);
INSERT INTO "people" VALUES('BQyqBr9aMqY2XOsi','',NULL,NULL,1795041617207,1,NULL);
CREATE TABLE seats (
	table_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "seats" VALUES('g3Ib9WUecCLydTL-',0,'qRdq-9t4kP8UBk0Q');
INSERT INTO "seats" VALUES('g3Ib9WUecCLydTL-',1,'US2GxZ-2-_igCmnq');
INSERT INTO "seats" VALUES('QRQiWUqOhUstGn66',0,'qRdq-9t4kP8UBk0Q');
INSERT INTO "seats" VALUES('QRQiWUqOhUstGn66',1,'US2GxZ-2-_igCmnq');
INSERT INTO "seats" VALUES('drGY2MHUC70Up6US',0,'rHoK6jse4ba279RT');
INSERT INTO "seats" VALUES('drGY2MHUC70Up6US',1,'US2GxZ-2-_igCmnq');
INSERT INTO "seats" VALUES('cCp6E7QnYr7T5i7z',0,'rHoK6jse4ba279RT');
INSERT INTO "seats" VALUES('cCp6E7QnYr7T5i7z',1,'B4nj20IE2a-Qr8mu');
INSERT INTO "seats" VALUES('l9RkiMnoM5H-oRcq',0,'B4nj20IE2a-Qr8mu');
CREATE TABLE secrets (
	name VARCHAR(40) NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE sessions (
	id VARCHAR(40) NOT NULL, 
	person VARCHAR(40) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	issued BIGINT NOT NULL, 
	seen BIGINT NOT NULL, 
	browser VARCHAR(20), 
	system VARCHAR(20), 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES people (id), 
	UNIQUE (token_hash)
);
INSERT INTO "sessions" VALUES('5XcH4hegoV54C7tf','US2GxZ-2-_igCmnq','c221a44b35366e66c88d6c6c28ea0ea48540b6c9e2e826bc51ab73a6bebfce60',1795041617200,1795041617200,NULL,NULL);
INSERT INTO "sessions" VALUES('QoDk2vXLB1Rnhn-N','rHoK6jse4ba279RT','37e8535c114461b14870d8c3de85c489ab90e505305e434fcb09f4df5136c8f8',1795041617203,1795041617203,NULL,NULL);
INSERT INTO "sessions" VALUES('N4isSasfiyhJGy3q','B4nj20IE2a-Qr8mu','a9de31272f88f646195975c2cfc8e16d43186a31fde6974b0be83afa71ce1c7c',1795041617205,1795041617205,NULL,NULL);
INSERT INTO "sessions" VALUES('BEbZ4-ujIK8GxZDG','qRdq-9t4kP8UBk0Q','a0463eb23761dc72e63f8f405cf4cfa127425ba4eab0b38eb265f8c145ccd3c4',1795041617211,1795041617211,NULL,NULL);
CREATE TABLE shards (
	number INTEGER NOT NULL, 
	owner VARCHAR(40), 
	epoch INTEGER NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE tables (
	id VARCHAR(40) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	players INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	speed TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	pace FLOAT NOT NULL, 
	host VARCHAR(40) NOT NULL, 
	server_seed VARCHAR(64) NOT NULL, 
	created BIGINT NOT NULL, 
	status VARCHAR(10) NOT NULL, coach BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(host) REFERENCES people (id)
);
INSERT INTO "tables" VALUES('g3Ib9WUecCLydTL-','cat-in-the-box',4,'{"layout":"purple"}','{"kind":"relaxed"}',1,0.0,'qRdq-9t4kP8UBk0Q','08b09cce1b7dca8dd96f211be321f98adc32a79e580bca43e477b3be3e1f70f0',1795041617218,'waiting',1);
INSERT INTO "tables" VALUES('QRQiWUqOhUstGn66','cat-in-the-box',3,'{}','{"kind":"live","bank":3600,"increment":5}',1,0.0,'qRdq-9t4kP8UBk0Q','63ccf0a0c804de4f763c2187971f12b546fce537b0b0b1c8ba2e9dba81d404ba',1795041617246,'playing',0);
INSERT INTO "tables" VALUES('drGY2MHUC70Up6US','rascal-kittens',2,'{"variant":"older","rooms":[{"walls":{"top":{"colour":"red","pieces":[{"piece":"table","notches":[6.0,16.0]},{"piece":"bed","notches":[26.0,39.0]},{"piece":"chair","notches":[46.5,53.5]},{"piece":"armchair","notches":[65.0,73.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"right":{"colour":"turquoise","pieces":[{"piece":"table","notches":[8.0,18.0]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"wardrobe","notches":[43.0,53.0]},{"piece":"bed","notches":[59.5,72.5]},{"piece":"armchair","notches":[82.5,90.5]}]},"bottom":{"colour":"violet","pieces":[{"piece":"table","notches":[15.0,25.0]},{"piece":"bed","notches":[31.0,44.0]},{"piece":"chair","notches":[52.0,59.0]},{"piece":"armchair","notches":[67.0,75.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"left":{"colour":"yellow","pieces":[{"piece":"wardrobe","notches":[9.5,19.5]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"table","notches":[42.0,52.0]},{"piece":"bed","notches":[61.0,74.0]},{"piece":"armchair","notches":[83.0,91.0]}]}},"toys":{"ball":[78.0,64.5,4.5],"car":[59.0,67.5,5.5],"duck":[86.0,44.0,5.0],"fish":[74.5,29.0,5.0],"kite":[22.0,50.0,6.0],"mouse":[12.5,83.0,4.5],"robot":[46.0,52.5,5.5],"sock":[25.0,71.5,5.0],"top":[22.0,27.5,4.75],"yarn":[47.5,15.0,5.0]},"name":"loft"},"nursery"]}','{"kind":"correspondence","days":3}',1,0.0,'rHoK6jse4ba279RT','d7a01dcd4a002787320a38ad9ee9de396dabc711b7a8dc154704642428522f60',1795041617834,'playing',0);
INSERT INTO "tables" VALUES('cCp6E7QnYr7T5i7z','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'rHoK6jse4ba279RT','df9841eb3d2ef3ba04e37dea9ed483d27eefcddfa3937fd65d271bdf5d5ea6d1',1795041618082,'over',0);
INSERT INTO "tables" VALUES('l9RkiMnoM5H-oRcq','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'B4nj20IE2a-Qr8mu','1cd9ed554c193bba1ef4e8f5a5faaf113510036b27c5ad65671d272d61335d3e',1795041618167,'closed',0);
CREATE INDEX tables_by_status ON tables (status, created);
CREATE INDEX seats_by_person ON seats (person);
CREATE INDEX chat_by_person ON chat (person);
CREATE INDEX events_by_who_added_to_chance ON events ("key") WHERE kind = 'entropy';
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX sessions_by_seen ON sessions (seen);
COMMIT;
