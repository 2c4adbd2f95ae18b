BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
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
INSERT INTO "chat" VALUES('nN0GMyEfdxUybf85',3,0,'8KDs32aUne68NdIn',1795041775640,'Cześć, кот, kočka!');
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
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',1,1795041775959,'sat',0,'Rq4mAY54ZrG9Eqxc',NULL,NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',2,1795041775995,'sat',1,'9u0jyBIqCIJWN1Or',NULL,NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',3,1795041776047,'started',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',4,1795041776079,'acted',0,'discard 5','174a5543926847b',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',5,1795041776080,'acted',1,'discard 4','7199279f25bc8cf',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',6,1795041776088,'acted',0,'play 1 yellow','6c5744ba92e6b95',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',7,1795041776089,'acted',1,'play 2 blue','5002aab8a1c0f22',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',8,1795041776091,'acted',0,'play 5 green','29dcb798ee3e9ad',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',9,1795041776092,'acted',1,'play 1 red','2bd4afc8e1e5540',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',10,1795041776144,'acted',1,'play 4 blue','1566fe2d0d18fb0',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',11,1795041776146,'acted',0,'play 3 green','6b391ca9b811f47',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',12,1795041776147,'acted',1,'play 5 blue','78370ed98918dd8',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',13,1795041776148,'acted',0,'play 5 yellow','6273ed09bfad94f',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',14,1795041776148,'acted',1,'play 5 red','a406bf007ce7ade',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',15,1795041776149,'acted',0,'play 4 yellow','f7ab62a1529755d',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',16,1795041776152,'acted',1,'play 3 red','c98cd9df9ef0b3c',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',17,1795041776153,'acted',0,'play 3 yellow','f0eb21a5b397037',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',18,1795041776153,'acted',1,'play 3 blue','b0ab577ddbad0b1',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',19,1795041776154,'acted',0,'play 1 green','4f55c73ac7c603b',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',20,1795041776155,'acted',1,'play 1 blue','3c27272409bd305',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',21,1795041776157,'acted',1,'discard 4','5f0b4a75d02b200',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',22,1795041776157,'acted',0,'discard 5','cf632d492bf2f73',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',23,1795041776158,'acted',1,'play 5 blue','73465b2dedb6a7',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',24,1795041776158,'acted',0,'play 4 green','dbece4ed293ca94',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',25,1795041776159,'acted',1,'play 4 yellow','84dd01f085ffef8',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',26,1795041776159,'acted',0,'play 1 red','acf7af138dfffb7',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',27,1795041776160,'acted',0,'play 5 red','63641910b21bbba',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',28,1795041776160,'acted',1,'play 3 red','9b77405c59c74ab',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',29,1795041776161,'acted',0,'play 2 red','8ccaec7c0d7fcc5',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',30,1795041776162,'acted',1,'play 3 yellow','13f68ff2d94a778',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',31,1795041776162,'acted',0,'play 5 green','6ef8b43096ebec4',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',32,1795041776163,'acted',1,'play 3 blue','581c14c7f90925c',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',33,1795041776163,'acted',0,'play 3 green','75923268396ae9b',NULL,NULL);
INSERT INTO "events" VALUES('7oBaYKLfZqa9z-c6',34,1795041776164,'acted',1,'play 4 blue','56f3eef35737c8f',NULL,NULL);
INSERT INTO "events" VALUES('W8o755jPYyjttCF5',1,1795041776226,'sat',0,'9u0jyBIqCIJWN1Or',NULL,NULL,NULL);
INSERT INTO "events" VALUES('W8o755jPYyjttCF5',2,1795041776286,'closed',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',1,1795041775328,'sat',0,'8KDs32aUne68NdIn',NULL,NULL,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',2,1795041775344,'sat',1,'GAwK918v19eQrf3S',NULL,NULL,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',3,1795041775349,'sat',2,'cxWT8FpSkUqFYI0K',NULL,NULL,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',4,1795041775350,'entropy',2,'gone''s dice',NULL,NULL,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',5,1795041775361,'entropy',0,'ann''s','8KDs32aUne68NdIn',NULL,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',6,1795041775362,'started',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',7,1795041775423,'acted',0,'discard 5','q1-f7c1b3b5ff',3604939,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',8,1795041775427,'acted',1,'discard 3','q1-2c1585cf75',3604935,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',9,1795041775431,'acted',2,'discard 4','q1-ab4a76a0bc',3604931,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',10,1795041775438,'acted',1,'bid 1','q1-f6f919e5fd',3609928,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',11,1795041775442,'acted',2,'bid 3','q1-dba0b7ae7f',3609927,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',12,1795041775445,'acted',0,'bid 1','q1-3b1a835503',3609936,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',13,1795041775451,'acted',1,'play 2 green','q1-2bc0d75830',3614922,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',14,1795041775454,'acted',2,'play 4 red','q1-265db245ca',3614924,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',15,1795041775458,'acted',0,'play 2 red','q1-6bcdd5bbfa',3614932,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',16,1795041775465,'acted',2,'play 5 red','q1-936072864c',3619917,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',17,1795041775469,'acted',0,'play 3 red','q1-f40743bf06',3619928,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',18,1795041775472,'acted',1,'play 3 green','q1-d72a985e3',3619919,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',19,1795041775475,'acted',2,'play 2 blue','q1-7cb372d516',3624914,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',20,1795041775480,'acted',0,'play 6 yellow','q1-c2dd0cf412',3624923,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',21,1795041775486,'acted',1,'play 5 green','q1-7e86acf77d',3624913,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',22,1795041775491,'acted',2,'play 3 yellow','q1-a8389a0f25',3629909,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',23,1795041775495,'acted',0,'play 1 yellow','q1-2ae9f2cd6f',3629919,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',24,1795041775499,'acted',1,'play 4 yellow','q1-1859ce51ec',3629909,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',25,1795041775512,'acted',1,'play 1 green','q1-519c2d511b',3634896,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',26,1795041775565,'acted',2,'play 5 blue','q1-427643d683',3634856,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',27,1795041775649,'taken',1,'left','heuristic',3634896,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',28,1795041775649,'back',1,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',29,1795041775653,'taken',0,'left','heuristic',3629831,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',30,1795041775654,'acted',0,'play 1 red',NULL,3629831,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',31,1795041775657,'acted',0,'play 6 red',NULL,3629831,NULL);
INSERT INTO "events" VALUES('nN0GMyEfdxUybf85',32,1795041775660,'left',2,'heuristic',NULL,NULL,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',1,1795041775666,'sat',0,'Rq4mAY54ZrG9Eqxc',NULL,NULL,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',2,1795041775784,'sat',1,'GAwK918v19eQrf3S',NULL,NULL,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',3,1795041775790,'started',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',4,1795041775803,'acted',1,'draw turquoise','q1-b9e815de7e',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',5,1795041775811,'acted',1,'draw yellow','q1-43b9acd606',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',6,1795041775879,'acted',1,'draw red','q1-ad3006c0e4',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',7,1795041775899,'acted',0,'draw yellow','q1-bb885e5cab',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',8,1795041775914,'acted',0,'draw violet','q1-ec0593fe42',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',9,1795041775927,'acted',0,'draw red','q1-9c420d96f7',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',10,1795041775933,'acted',1,'anchor right','q1-7c934bcefd',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',11,1795041775940,'acted',0,'anchor left','q1-80ba6666c6',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',12,1795041775947,'acted',1,'lay yellow-chair','q1-d8e47da50e',259200000,NULL);
INSERT INTO "events" VALUES('oc5mrylCQj83vkwR',13,1795041775956,'acted',1,'run left','q1-270342e1e0',259200000,NULL);
INSERT INTO "events" VALUES('vWnb2eC1s3zPMQnu',1,1795041775194,'sat',0,'8KDs32aUne68NdIn',NULL,NULL,NULL);
INSERT INTO "events" VALUES('vWnb2eC1s3zPMQnu',2,1795041775194,'bot',3,'cat',NULL,NULL,NULL);
INSERT INTO "events" VALUES('vWnb2eC1s3zPMQnu',3,1795041775255,'sat',1,'GAwK918v19eQrf3S',NULL,NULL,NULL);
INSERT INTO "events" VALUES('vWnb2eC1s3zPMQnu',4,1795041775257,'entropy',1,'bo''s dice','GAwK918v19eQrf3S',NULL,NULL);
INSERT INTO "events" VALUES('vWnb2eC1s3zPMQnu',5,1795041775309,'sat',2,'Rq4mAY54ZrG9Eqxc',NULL,NULL,NULL);
INSERT INTO "events" VALUES('vWnb2eC1s3zPMQnu',6,1795041775312,'left',2,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('vWnb2eC1s3zPMQnu',7,1795041775318,'bot',2,'random',NULL,NULL,NULL);
INSERT INTO "events" VALUES('vWnb2eC1s3zPMQnu',8,1795041775319,'bot',2,NULL,NULL,NULL,NULL);
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
INSERT INTO "mutes" VALUES('GAwK918v19eQrf3S','8KDs32aUne68NdIn');
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
INSERT INTO "people" VALUES('8KDs32aUne68NdIn','Ann','ann','$argon2id$v=19$m=8,t=1,p=1$HpWWCS2oC5Rvfr7wc2vY/Q$kuZI143jDJsJurULrG8KzNWVmGVhG9wj1/GTRvnvgcM',1795041775136,0,NULL);
INSERT INTO "people" VALUES('GAwK918v19eQrf3S','Bo',NULL,NULL,1795041775149,0,NULL);
INSERT INTO "people" VALUES('Rq4mAY54ZrG9Eqxc','Cy',NULL,NULL,1795041775156,0,NULL);
INSERT INTO "people" VALUES('9u0jyBIqCIJWN1Or','Dee',NULL,NULL,1795041775159,0,NULL);
INSERT INTO "people" VALUES('cxWT8FpSkUqFYI0K','',NULL,NULL,1795041775167,1,NULL);
CREATE TABLE seats (
	table_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "seats" VALUES('vWnb2eC1s3zPMQnu',0,'8KDs32aUne68NdIn');
INSERT INTO "seats" VALUES('vWnb2eC1s3zPMQnu',1,'GAwK918v19eQrf3S');
INSERT INTO "seats" VALUES('nN0GMyEfdxUybf85',0,'8KDs32aUne68NdIn');
INSERT INTO "seats" VALUES('nN0GMyEfdxUybf85',1,'GAwK918v19eQrf3S');
INSERT INTO "seats" VALUES('oc5mrylCQj83vkwR',0,'Rq4mAY54ZrG9Eqxc');
INSERT INTO "seats" VALUES('oc5mrylCQj83vkwR',1,'GAwK918v19eQrf3S');
INSERT INTO "seats" VALUES('7oBaYKLfZqa9z-c6',0,'Rq4mAY54ZrG9Eqxc');
INSERT INTO "seats" VALUES('7oBaYKLfZqa9z-c6',1,'9u0jyBIqCIJWN1Or');
INSERT INTO "seats" VALUES('W8o755jPYyjttCF5',0,'9u0jyBIqCIJWN1Or');
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
INSERT INTO "sessions" VALUES('3msiILm5xkT1VjVG','GAwK918v19eQrf3S','59e85a43382ec524b9fd455266a89286feb20ada13108199abe2be4e4d9d2fd1',1795041775149,1795041775149,NULL,NULL);
INSERT INTO "sessions" VALUES('IX_9ACf5Cdip36g8','Rq4mAY54ZrG9Eqxc','bfeae245e4a771638ede6aa9c18f03142ff1d48f28b94d1555db67d7b6af6d0f',1795041775156,1795041775156,NULL,NULL);
INSERT INTO "sessions" VALUES('XL6ptOZS1qNS8B3Q','9u0jyBIqCIJWN1Or','ca765b54d7a5c3d69d3426f1bb4953f8c554a2cc66414e8cf8b44a2be28f0ef5',1795041775159,1795041775159,NULL,NULL);
INSERT INTO "sessions" VALUES('5mxm976_RKzxHNan','8KDs32aUne68NdIn','4ae09df3ce86766c85f8ba4ad961278cab5c63556025cda7619a8678b5343e9c',1795041775178,1795041775178,NULL,NULL);
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
	status VARCHAR(10) NOT NULL, coach BOOLEAN DEFAULT 0 NOT NULL, shard INTEGER, 
	PRIMARY KEY (id), 
	FOREIGN KEY(host) REFERENCES people (id)
);
INSERT INTO "tables" VALUES('vWnb2eC1s3zPMQnu','cat-in-the-box',4,'{"layout":"purple"}','{"kind":"relaxed"}',1,0.0,'8KDs32aUne68NdIn','d299e3256972ccb390dbc506e347cc5c54486c099fb870143a22f741c906948e',1795041775194,'waiting',1,2);
INSERT INTO "tables" VALUES('nN0GMyEfdxUybf85','cat-in-the-box',3,'{}','{"kind":"live","bank":3600,"increment":5}',1,0.0,'8KDs32aUne68NdIn','501deaf787420e9393617db49142c00170e6f585c8bd965d108475be2d84c92a',1795041775328,'playing',0,33);
INSERT INTO "tables" VALUES('oc5mrylCQj83vkwR','rascal-kittens',2,'{"variant":"older","rooms":[{"walls":{"top":{"colour":"red","pieces":[{"piece":"table","notches":[6.0,16.0]},{"piece":"bed","notches":[26.0,39.0]},{"piece":"chair","notches":[46.5,53.5]},{"piece":"armchair","notches":[65.0,73.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"right":{"colour":"turquoise","pieces":[{"piece":"table","notches":[8.0,18.0]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"wardrobe","notches":[43.0,53.0]},{"piece":"bed","notches":[59.5,72.5]},{"piece":"armchair","notches":[82.5,90.5]}]},"bottom":{"colour":"violet","pieces":[{"piece":"table","notches":[15.0,25.0]},{"piece":"bed","notches":[31.0,44.0]},{"piece":"chair","notches":[52.0,59.0]},{"piece":"armchair","notches":[67.0,75.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"left":{"colour":"yellow","pieces":[{"piece":"wardrobe","notches":[9.5,19.5]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"table","notches":[42.0,52.0]},{"piece":"bed","notches":[61.0,74.0]},{"piece":"armchair","notches":[83.0,91.0]}]}},"toys":{"ball":[78.0,64.5,4.5],"car":[59.0,67.5,5.5],"duck":[86.0,44.0,5.0],"fish":[74.5,29.0,5.0],"kite":[22.0,50.0,6.0],"mouse":[12.5,83.0,4.5],"robot":[46.0,52.5,5.5],"sock":[25.0,71.5,5.0],"top":[22.0,27.5,4.75],"yarn":[47.5,15.0,5.0]},"name":"loft"},"nursery"]}','{"kind":"correspondence","days":3}',1,0.0,'Rq4mAY54ZrG9Eqxc','6c442e431eb80af44243040b056b367d3701fd7beff1b2fc3a8eaa42a46d87f1',1795041775666,'playing',0,39);
INSERT INTO "tables" VALUES('7oBaYKLfZqa9z-c6','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'Rq4mAY54ZrG9Eqxc','5a0fbf686488f91afb787067244b2d49d9a3f60484ea7771724f3db94a2cf7fb',1795041775959,'over',0,35);
INSERT INTO "tables" VALUES('W8o755jPYyjttCF5','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'9u0jyBIqCIJWN1Or','3ff56cd630228b4b113da4f04b16212be17e8e3115baccf7ce7b2d59b1abed81',1795041776226,'closed',0,43);
CREATE INDEX tables_by_status ON tables (status, created);
CREATE INDEX seats_by_person ON seats (person);
CREATE INDEX chat_by_person ON chat (person);
CREATE INDEX events_by_who_added_to_chance ON events ("key") WHERE kind = 'entropy';
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX sessions_by_seen ON sessions (seen);
CREATE INDEX running_tables_by_shard ON tables (shard) WHERE status = 'playing';
COMMIT;
