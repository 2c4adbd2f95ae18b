BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
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
INSERT INTO "chat" VALUES('8bm9E1Pe5kTFLCqa',2,0,'nBlQv3-f8cF5QLWW',1795041604830,'Cześć, кот, kočka!');
CREATE TABLE events (
	table_id VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	seat INTEGER, 
	text TEXT, 
	"key" VARCHAR(40), 
	"left" BIGINT, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('-3W0ri7Q3n4XV3nM',1,1795041605858,'sat',0,'ffP0cJuV1Bj9mCwJ',NULL,NULL);
INSERT INTO "events" VALUES('-3W0ri7Q3n4XV3nM',2,1795041605873,'closed',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',1,1795041605467,'sat',0,'r9JCMegxVLHTTxBT',NULL,NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',2,1795041605533,'sat',1,'ffP0cJuV1Bj9mCwJ',NULL,NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',3,1795041605557,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',4,1795041605628,'acted',0,'discard 4','d7a7bf5cc419a5e',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',5,1795041605631,'acted',1,'discard 1','eb3d78704c3405b',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',6,1795041605642,'acted',0,'play 1 blue','ea3fa51d1d4d2b3',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',7,1795041605667,'acted',1,'play 3 blue','fd4cb8b174a554f',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',8,1795041605729,'acted',1,'play 4 blue','7199279f25bc8cf',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',9,1795041605747,'acted',0,'play 1 yellow','6c5744ba92e6b95',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',10,1795041605779,'acted',1,'play 2 yellow','5002aab8a1c0f22',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',11,1795041605784,'acted',0,'play 5 red','29dcb798ee3e9ad',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',12,1795041605788,'acted',0,'play 4 red','d257dae2b50ae1',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',13,1795041605792,'acted',1,'play 3 red','d0d18fb81dafbbb',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',14,1795041605795,'acted',0,'play 1 red','9b811f4668864bf',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',15,1795041605798,'acted',1,'play 4 yellow','98918ddab0bcefa',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',16,1795041605801,'acted',0,'play 3 green','9bfad947a0d7bda',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',17,1795041605808,'acted',1,'play 5 blue','7ce7ad8a88c067',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',18,1795041605809,'acted',0,'play 2 red','311e281f7ab62a8',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',19,1795041605812,'acted',1,'play 3 yellow','f0eb21a5b397037',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',20,1795041605815,'acted',1,'discard 3','b0ab577ddbad0b1',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',21,1795041605815,'acted',0,'discard 4','4f55c73ac7c603b',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',22,1795041605819,'acted',1,'play 1 yellow','3c27272409bd305',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',23,1795041605821,'acted',0,'play 4 blue','5f0b4a75d02b200',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',24,1795041605826,'acted',1,'play 5 yellow','cf632d492bf2f73',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',25,1795041605828,'acted',0,'play 5 blue','73465b2dedb6a7',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',26,1795041605829,'acted',1,'play 4 yellow','dbece4ed293ca94',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',27,1795041605834,'acted',0,'play 3 green','84dd01f085ffef8',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',28,1795041605835,'acted',1,'play 1 blue','acf7af138dfffb7',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',29,1795041605837,'acted',0,'play 3 red','63641910b21bbba',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',30,1795041605839,'acted',0,'play 2 red','9b77405c59c74ab',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',31,1795041605840,'acted',1,'play 2 blue','8ccaec7c0d7fcc5',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',32,1795041605841,'acted',0,'play 1 red','13f68ff2d94a778',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',33,1795041605844,'acted',1,'play 5 green','96ebec4616e73d',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',34,1795041605845,'acted',0,'play 5 red','7f9092546cbd355',NULL);
INSERT INTO "events" VALUES('5Cr2NFwwi8U4hvaP',35,1795041605848,'acted',1,'play 3 yellow','a30dd219a211dab',NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',1,1795041604624,'sat',0,'nBlQv3-f8cF5QLWW',NULL,NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',2,1795041604643,'sat',1,'-2wBL8ZviQGsTo-T',NULL,NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',3,1795041604651,'sat',2,'G_AvMvuoqZg6oNQd',NULL,NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',4,1795041604656,'entropy',2,'gone''s dice',NULL,NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',5,1795041604663,'entropy',0,'ann''s','nBlQv3-f8cF5QLWW',NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',6,1795041604664,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',7,1795041604673,'acted',0,'discard 4','q1-57e2104768',3604991);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',8,1795041604678,'acted',1,'discard 3','q1-1bf5866ca8',3604986);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',9,1795041604682,'acted',2,'discard 6','q1-6ef6fdc9de',3604982);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',10,1795041604686,'acted',0,'bid 4','q1-4cc258aca8',3609987);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',11,1795041604691,'acted',1,'bid 3','q1-58b9ee1dde',3609981);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',12,1795041604697,'acted',2,'bid 1','q1-a0af4a27b3',3609976);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',13,1795041604704,'acted',0,'play 3 blue','q1-7ba0bd542d',3614980);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',14,1795041604709,'acted',1,'play 1 red','q1-fd38b5acbe',3614976);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',15,1795041604716,'acted',2,'play 4 blue','q1-db18794bcd',3614969);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',16,1795041604727,'acted',1,'play 5 yellow','q1-53b9a8798e',3619965);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',17,1795041604734,'acted',2,'play 2 blue','q1-186d42936',3619962);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',18,1795041604744,'acted',0,'play 6 yellow','q1-5cb38ba51c',3619970);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',19,1795041604776,'acted',0,'play 5 green','q1-ef0e281537',3624938);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',20,1795041604783,'acted',1,'play 4 red','q1-2e3bc1631e',3624958);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',21,1795041604789,'acted',2,'play 6 red','q1-aefd7e436e',3624956);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',22,1795041604809,'acted',2,'play 1 blue','q1-5959014576',3629936);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',23,1795041604815,'acted',0,'play 5 blue','q1-ea6de2eff5',3629932);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',24,1795041604821,'acted',1,'play 2 yellow','q1-7f29118333',3629952);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',25,1795041604839,'taken',1,'left','heuristic',3629952);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',26,1795041604840,'back',1,NULL,NULL,NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',27,1795041604846,'taken',0,'left','heuristic',3629907);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',28,1795041604875,'left',2,'heuristic',NULL,NULL);
INSERT INTO "events" VALUES('8bm9E1Pe5kTFLCqa',29,1795041606128,'acted',0,'play 5 red',NULL,3629907);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',1,1795041604929,'sat',0,'r9JCMegxVLHTTxBT',NULL,NULL);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',2,1795041605053,'sat',1,'-2wBL8ZviQGsTo-T',NULL,NULL);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',3,1795041605079,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',4,1795041605260,'acted',1,'draw violet','q1-50d3b706a8',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',5,1795041605286,'acted',1,'draw turquoise','q1-4c3af83ba',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',6,1795041605298,'acted',1,'draw yellow','q1-e0c560d7a',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',7,1795041605306,'acted',0,'draw red','q1-2303e81488',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',8,1795041605335,'acted',0,'draw yellow','q1-993404bf89',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',9,1795041605346,'acted',0,'draw turquoise','q1-dc479f5c3c',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',10,1795041605352,'acted',1,'anchor left','q1-76406eefbc',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',11,1795041605359,'acted',0,'anchor left','q1-d7381ef927',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',12,1795041605383,'acted',1,'lay violet-table','q1-850d821b62',259200000);
INSERT INTO "events" VALUES('i7odB7pXsd7__DsD',13,1795041605453,'acted',1,'run right','q1-9d23ca305d',259200000);
INSERT INTO "events" VALUES('zzN2A9rARw1oOeuF',1,1795041604496,'sat',0,'nBlQv3-f8cF5QLWW',NULL,NULL);
INSERT INTO "events" VALUES('zzN2A9rARw1oOeuF',2,1795041604496,'bot',3,'cat',NULL,NULL);
INSERT INTO "events" VALUES('zzN2A9rARw1oOeuF',3,1795041604545,'sat',1,'-2wBL8ZviQGsTo-T',NULL,NULL);
INSERT INTO "events" VALUES('zzN2A9rARw1oOeuF',4,1795041604551,'entropy',1,'bo''s dice','-2wBL8ZviQGsTo-T',NULL);
INSERT INTO "events" VALUES('zzN2A9rARw1oOeuF',5,1795041604582,'sat',2,'r9JCMegxVLHTTxBT',NULL,NULL);
INSERT INTO "events" VALUES('zzN2A9rARw1oOeuF',6,1795041604587,'left',2,NULL,NULL,NULL);
INSERT INTO "events" VALUES('zzN2A9rARw1oOeuF',7,1795041604612,'bot',2,'random',NULL,NULL);
INSERT INTO "events" VALUES('zzN2A9rARw1oOeuF',8,1795041604615,'bot',2,NULL,NULL,NULL);
CREATE TABLE mutes (
	person VARCHAR(40) NOT NULL, 
	muted VARCHAR(40) NOT NULL, 
	PRIMARY KEY (person, muted), 
	FOREIGN KEY(person) REFERENCES people (id), 
	FOREIGN KEY(muted) REFERENCES people (id)
);
INSERT INTO "mutes" VALUES('-2wBL8ZviQGsTo-T','nBlQv3-f8cF5QLWW');
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
INSERT INTO "people" VALUES('nBlQv3-f8cF5QLWW','Ann','ann','$argon2id$v=19$m=8,t=1,p=1$KLF5FlmmbYPqfGNcBosgwA$1aCPWqGhb/ocqgPh44jVDWAbkksadYQ3AjlMWSY2Fq4',1795041604465,0,NULL);
INSERT INTO "people" VALUES('-2wBL8ZviQGsTo-T','Bo',NULL,NULL,1795041604473,0,NULL);
INSERT INTO "people" VALUES('r9JCMegxVLHTTxBT','Cy',NULL,NULL,1795041604476,0,NULL);
INSERT INTO "people" VALUES('ffP0cJuV1Bj9mCwJ','Dee',NULL,NULL,1795041604479,0,NULL);
INSERT INTO "people" VALUES('G_AvMvuoqZg6oNQd','',NULL,NULL,1795041604482,1,NULL);
CREATE TABLE seats (
	table_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "seats" VALUES('zzN2A9rARw1oOeuF',0,'nBlQv3-f8cF5QLWW');
INSERT INTO "seats" VALUES('zzN2A9rARw1oOeuF',1,'-2wBL8ZviQGsTo-T');
INSERT INTO "seats" VALUES('8bm9E1Pe5kTFLCqa',0,'nBlQv3-f8cF5QLWW');
INSERT INTO "seats" VALUES('8bm9E1Pe5kTFLCqa',1,'-2wBL8ZviQGsTo-T');
INSERT INTO "seats" VALUES('i7odB7pXsd7__DsD',0,'r9JCMegxVLHTTxBT');
INSERT INTO "seats" VALUES('i7odB7pXsd7__DsD',1,'-2wBL8ZviQGsTo-T');
INSERT INTO "seats" VALUES('5Cr2NFwwi8U4hvaP',0,'r9JCMegxVLHTTxBT');
INSERT INTO "seats" VALUES('5Cr2NFwwi8U4hvaP',1,'ffP0cJuV1Bj9mCwJ');
INSERT INTO "seats" VALUES('-3W0ri7Q3n4XV3nM',0,'ffP0cJuV1Bj9mCwJ');
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
INSERT INTO "sessions" VALUES('NsHvaVSfktGdVbVu','-2wBL8ZviQGsTo-T','ba851929ad249eb45cc2d0c4fbd2cd7723e8712561968dee2973a15173134664',1795041604473,1795041604473,NULL,NULL);
INSERT INTO "sessions" VALUES('fhceihMFPqofY-FO','r9JCMegxVLHTTxBT','4bdda68c5d2e0077c1c0c0f8d34c76701214a40b1b362e8642948de441f73514',1795041604476,1795041604476,NULL,NULL);
INSERT INTO "sessions" VALUES('03nDzGiRjea84vwy','ffP0cJuV1Bj9mCwJ','1e312f54180c56329c6beaa42aeb2d0bcbf0f1a5e3d1df08117a7bb390cd494e',1795041604479,1795041604479,NULL,NULL);
INSERT INTO "sessions" VALUES('Z3HTjRAU_qcuJ9dz','nBlQv3-f8cF5QLWW','b4d6ca0796e6179986a756544dc738b14760e9078834d0f5a6bf2e887b149407',1795041604487,1795041604487,NULL,NULL);
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
	status VARCHAR(10) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(host) REFERENCES people (id)
);
INSERT INTO "tables" VALUES('zzN2A9rARw1oOeuF','cat-in-the-box',4,'{"layout":"purple"}','{"kind":"relaxed"}',1,0.0,'nBlQv3-f8cF5QLWW','947e2faf31df9c3f998b7f4554da3357095fe934210194fff361c33794900f04',1795041604496,'waiting');
INSERT INTO "tables" VALUES('8bm9E1Pe5kTFLCqa','cat-in-the-box',3,'{}','{"kind":"live","bank":3600,"increment":5}',1,0.0,'nBlQv3-f8cF5QLWW','30201a9c4d500dca9037d50c35ac1eced76457cf181fbd8d70f514b1243c5c75',1795041604624,'playing');
INSERT INTO "tables" VALUES('i7odB7pXsd7__DsD','rascal-kittens',2,'{"variant":"older","rooms":[{"walls":{"top":{"colour":"red","pieces":[{"piece":"table","notches":[6.0,16.0]},{"piece":"bed","notches":[26.0,39.0]},{"piece":"chair","notches":[46.5,53.5]},{"piece":"armchair","notches":[65.0,73.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"right":{"colour":"turquoise","pieces":[{"piece":"table","notches":[8.0,18.0]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"wardrobe","notches":[43.0,53.0]},{"piece":"bed","notches":[59.5,72.5]},{"piece":"armchair","notches":[82.5,90.5]}]},"bottom":{"colour":"violet","pieces":[{"piece":"table","notches":[15.0,25.0]},{"piece":"bed","notches":[31.0,44.0]},{"piece":"chair","notches":[52.0,59.0]},{"piece":"armchair","notches":[67.0,75.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"left":{"colour":"yellow","pieces":[{"piece":"wardrobe","notches":[9.5,19.5]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"table","notches":[42.0,52.0]},{"piece":"bed","notches":[61.0,74.0]},{"piece":"armchair","notches":[83.0,91.0]}]}},"toys":{"ball":[78.0,64.5,4.5],"car":[59.0,67.5,5.5],"duck":[86.0,44.0,5.0],"fish":[74.5,29.0,5.0],"kite":[22.0,50.0,6.0],"mouse":[12.5,83.0,4.5],"robot":[46.0,52.5,5.5],"sock":[25.0,71.5,5.0],"top":[22.0,27.5,4.75],"yarn":[47.5,15.0,5.0]},"name":"loft"},"nursery"]}','{"kind":"correspondence","days":3}',1,0.0,'r9JCMegxVLHTTxBT','7c3b112aa0aede41b6f3c3e7cd9c318da14ffa071c3098a2fb80dfc651a0473a',1795041604929,'playing');
INSERT INTO "tables" VALUES('5Cr2NFwwi8U4hvaP','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'r9JCMegxVLHTTxBT','c9efe5772475d8b0ea84736a489b58f2c0d9d806d35951bc601c992f501af226',1795041605467,'over');
INSERT INTO "tables" VALUES('-3W0ri7Q3n4XV3nM','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'ffP0cJuV1Bj9mCwJ','7bece4d51b8005e7d680aead45197edec908d595270cca53f7458f1c0ec91b15',1795041605858,'closed');
CREATE INDEX tables_by_status ON tables (status, created);
CREATE INDEX seats_by_person ON seats (person);
CREATE INDEX chat_by_person ON chat (person);
CREATE INDEX events_by_who_added_to_chance ON events ("key") WHERE kind = 'entropy';
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX sessions_by_seen ON sessions (seen);
COMMIT;
