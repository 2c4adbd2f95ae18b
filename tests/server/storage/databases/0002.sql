BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "chat" VALUES('AOOW35_ZabnjMwS-',16,0,'2hCvQqW8TrH0Q6r1',1794814018153,'Cześć, кот, kočka!');
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
INSERT INTO "events" VALUES('24O6QEnLoCO8Lp4v',1,1794814015984,'sat',0,'2hCvQqW8TrH0Q6r1',NULL,NULL);
INSERT INTO "events" VALUES('24O6QEnLoCO8Lp4v',2,1794814015984,'bot',3,'cat',NULL,NULL);
INSERT INTO "events" VALUES('24O6QEnLoCO8Lp4v',3,1794814016130,'sat',1,'zRVzcA7XGkR6eHC4',NULL,NULL);
INSERT INTO "events" VALUES('24O6QEnLoCO8Lp4v',4,1794814016188,'entropy',1,'bo''s dice','zRVzcA7XGkR6eHC4',NULL);
INSERT INTO "events" VALUES('24O6QEnLoCO8Lp4v',5,1794814016210,'sat',2,'9IFTet86U4jeN0fK',NULL,NULL);
INSERT INTO "events" VALUES('24O6QEnLoCO8Lp4v',6,1794814016231,'left',2,NULL,NULL,NULL);
INSERT INTO "events" VALUES('24O6QEnLoCO8Lp4v',7,1794814016304,'bot',2,'random',NULL,NULL);
INSERT INTO "events" VALUES('24O6QEnLoCO8Lp4v',8,1794814016430,'bot',2,NULL,NULL,NULL);
INSERT INTO "events" VALUES('2LZpFmR0DFkyEwQY',1,1794814025862,'sat',0,'tAf2xDurbHpOJAAv',NULL,NULL);
INSERT INTO "events" VALUES('2LZpFmR0DFkyEwQY',2,1794814025874,'closed',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',1,1794814016490,'sat',0,'2hCvQqW8TrH0Q6r1',NULL,NULL);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',2,1794814016677,'sat',1,'zRVzcA7XGkR6eHC4',NULL,NULL);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',3,1794814016726,'sat',2,'UH1xcX8y40GGImTR',NULL,NULL);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',4,1794814016799,'entropy',2,'gone''s dice',NULL,NULL);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',5,1794814016828,'entropy',0,'ann''s','2hCvQqW8TrH0Q6r1',NULL);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',6,1794814016895,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',7,1794814016979,'acted',0,'discard 2','q1-de0e63ef18',3604916);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',8,1794814016998,'acted',1,'discard 5','q1-30332212ff',3604897);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',9,1794814017035,'acted',2,'discard 5','q1-16f67d4c9c',3604860);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',10,1794814017081,'acted',2,'bid 1','q1-acfcfbe88d',3609814);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',11,1794814017147,'acted',0,'bid 3','q1-dd38291f8c',3609850);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',12,1794814017178,'acted',1,'bid 4','q1-ed26442229',3609866);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',13,1794814017381,'acted',2,'play 6 blue','q1-730e070d5e',3614611);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',14,1794814017484,'acted',0,'play 5 yellow','q1-95c18b5208',3614747);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',15,1794814017581,'acted',1,'play 6 green','q1-68de906604',3614769);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',16,1794814017650,'acted',2,'play 1 yellow','q1-20f9072f26',3619542);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',17,1794814017741,'acted',0,'play 3 green','q1-bd2e94b3',3619656);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',18,1794814017838,'acted',1,'play 1 red','q1-cc5ee45420',3619672);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',19,1794814018018,'acted',1,'play 4 red','q1-d051e29cb1',3624492);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',20,1794814018102,'acted',2,'play 3 red','q1-7149decb00',3624458);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',21,1794814018398,'taken',1,'left','heuristic',3624492);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',22,1794814018453,'back',1,NULL,NULL,NULL);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',23,1794814018536,'taken',0,'left','heuristic',3619222);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',24,1794814022601,'acted',0,'play 6 red',NULL,3619222);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',25,1794814022625,'acted',0,'play 1 green',NULL,3619222);
INSERT INTO "events" VALUES('AOOW35_ZabnjMwS-',26,1794814025914,'left',2,'heuristic',NULL,NULL);
INSERT INTO "events" VALUES('L2eGCb69YZ5nwISn',1,1794814025851,'sat',0,'9IFTet86U4jeN0fK',NULL,NULL);
INSERT INTO "events" VALUES('L2eGCb69YZ5nwISn',2,1794814025851,'bot',1,'random',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',1,1794814021881,'sat',0,'9IFTet86U4jeN0fK',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',2,1794814021881,'bot',1,'random',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',3,1794814021881,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',4,1794814022009,'acted',0,'discard 2','1a6916c4da4f9fc',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',5,1794814024965,'acted',1,'discard 4',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',6,1794814025013,'acted',1,'play 5 blue',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',7,1794814025033,'acted',0,'play 4 green','27ac4357a97c643',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',8,1794814025045,'acted',1,'play 5 green',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',9,1794814025062,'acted',0,'play 1 yellow','512bd111072231',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',10,1794814025086,'acted',1,'play 4 yellow',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',11,1794814025129,'acted',0,'play 3 yellow','eaff1a08ca59966',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',12,1794814025150,'acted',1,'play 1 green',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',13,1794814025169,'acted',0,'play 3 red','fd72445ccea71ff',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',14,1794814025203,'acted',0,'play 1 red','8534f4538d048ec',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',15,1794814025222,'acted',1,'play 4 blue',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',16,1794814025256,'acted',0,'play 5 yellow','46d4ac75c3902b3',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',17,1794814025293,'acted',1,'play 1 blue',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',18,1794814025307,'acted',0,'play 2 red','1b2ed40d3addccb',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',19,1794814025350,'acted',1,'play 3 blue',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',20,1794814025380,'acted',0,'play 5 red','f165c8c36e2f24b',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',21,1794814025408,'acted',1,'discard 4',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',22,1794814025421,'acted',0,'discard 2','a4042bbd4341aad',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',23,1794814025469,'acted',0,'play 3 green','459142dccea2645',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',24,1794814025482,'acted',1,'play 4 red',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',25,1794814025485,'acted',1,'play 2 red',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',26,1794814025517,'acted',0,'play 3 blue','4f5253a2a318785',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',27,1794814025561,'acted',1,'play 1 blue',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',28,1794814025592,'acted',0,'play 3 yellow','de08caaa0817910',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',29,1794814025610,'acted',1,'play 5 blue',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',30,1794814025641,'acted',0,'play 5 green','daca3c0f5ff0c03',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',31,1794814025678,'acted',1,'play 1 red',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',32,1794814025702,'acted',0,'play 5 yellow','d8441b516332aca',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',33,1794814025730,'acted',1,'play 3 red',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',34,1794814025754,'acted',0,'play 2 yellow','634f806abf4a07c',NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',35,1794814025781,'acted',1,'play 4 blue',NULL,NULL);
INSERT INTO "events" VALUES('b3JiSK0qbhtNQFkV',36,1794814025855,'rematch',0,'L2eGCb69YZ5nwISn',NULL,NULL);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',1,1794814018700,'sat',0,'zRVzcA7XGkR6eHC4',NULL,NULL);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',2,1794814019489,'sat',1,'9IFTet86U4jeN0fK',NULL,NULL);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',3,1794814019753,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',4,1794814019959,'acted',0,'draw turquoise','q1-bcce02d9d4',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',5,1794814020224,'acted',0,'draw yellow','q1-d99129a348',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',6,1794814020387,'acted',0,'draw violet','q1-8a930498f6',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',7,1794814020491,'acted',1,'draw violet','q1-8b822237f1',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',8,1794814020581,'acted',1,'draw turquoise','q1-f41c43cb82',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',9,1794814020725,'acted',1,'draw yellow','q1-55a9e8a9c7',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',10,1794814020814,'acted',0,'anchor left','q1-ad16217b6d',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',11,1794814020925,'acted',1,'anchor left','q1-64ee2accd2',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',12,1794814021057,'acted',0,'lay violet-wardrobe','q1-e5ee880c0a',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',13,1794814021227,'acted',0,'run right','q1-89f4f81f0d',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',14,1794814021319,'acted',1,'run left','q1-38c7ab9921',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',15,1794814021582,'acted',1,'lay yellow-bed','q1-135782d977',259200000);
INSERT INTO "events" VALUES('hTBp6PqZTwYcdbLX',16,1794814021779,'acted',1,'run left','q1-24434ea013',259200000);
CREATE TABLE mutes (
	person VARCHAR(40) NOT NULL, 
	muted VARCHAR(40) NOT NULL, 
	PRIMARY KEY (person, muted), 
	FOREIGN KEY(person) REFERENCES people (id), 
	FOREIGN KEY(muted) REFERENCES people (id)
);
INSERT INTO "mutes" VALUES('zRVzcA7XGkR6eHC4','2hCvQqW8TrH0Q6r1');
CREATE TABLE people (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	login VARCHAR(24), 
	password TEXT, 
	created BIGINT NOT NULL, 
	deleted BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (login)
);
INSERT INTO "people" VALUES('2hCvQqW8TrH0Q6r1','Ann','ann','$argon2id$v=19$m=65536,t=3,p=4$h3TSVC1zoB1x7jHgBaeA9Q$Y+Wl04IwpHQZ6rOl6vyOGkNYVULTvaANqNS23f7IoIM',1794814012059,0);
INSERT INTO "people" VALUES('zRVzcA7XGkR6eHC4','Bo',NULL,NULL,1794814012562,0);
INSERT INTO "people" VALUES('9IFTet86U4jeN0fK','Cy',NULL,NULL,1794814012957,0);
INSERT INTO "people" VALUES('tAf2xDurbHpOJAAv','Dee',NULL,NULL,1794814013290,0);
INSERT INTO "people" VALUES('UH1xcX8y40GGImTR','',NULL,NULL,1794814013996,1);
CREATE TABLE seats (
	table_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "seats" VALUES('24O6QEnLoCO8Lp4v',0,'2hCvQqW8TrH0Q6r1');
INSERT INTO "seats" VALUES('24O6QEnLoCO8Lp4v',1,'zRVzcA7XGkR6eHC4');
INSERT INTO "seats" VALUES('AOOW35_ZabnjMwS-',0,'2hCvQqW8TrH0Q6r1');
INSERT INTO "seats" VALUES('AOOW35_ZabnjMwS-',1,'zRVzcA7XGkR6eHC4');
INSERT INTO "seats" VALUES('hTBp6PqZTwYcdbLX',0,'zRVzcA7XGkR6eHC4');
INSERT INTO "seats" VALUES('hTBp6PqZTwYcdbLX',1,'9IFTet86U4jeN0fK');
INSERT INTO "seats" VALUES('b3JiSK0qbhtNQFkV',0,'9IFTet86U4jeN0fK');
INSERT INTO "seats" VALUES('L2eGCb69YZ5nwISn',0,'9IFTet86U4jeN0fK');
INSERT INTO "seats" VALUES('2LZpFmR0DFkyEwQY',0,'tAf2xDurbHpOJAAv');
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
INSERT INTO "tables" VALUES('24O6QEnLoCO8Lp4v','cat-in-the-box',4,'{"layout":"purple"}','{"kind":"relaxed"}',1,0.0,'2hCvQqW8TrH0Q6r1','884375eac6466ffca170c549c0428b26f38b4c65825c6461b259a01d83e5a916',1794814015984,'waiting');
INSERT INTO "tables" VALUES('AOOW35_ZabnjMwS-','cat-in-the-box',3,'{}','{"kind":"live","bank":3600,"increment":5}',1,0.0,'2hCvQqW8TrH0Q6r1','52a92c157d4c95f92d3191d692904fbd1529050ad46bf877e522847c5b51033a',1794814016490,'playing');
INSERT INTO "tables" VALUES('hTBp6PqZTwYcdbLX','rascal-kittens',2,'{"variant":"older","rooms":[{"walls":{"top":{"colour":"red","pieces":[{"piece":"table","notches":[6.0,16.0]},{"piece":"bed","notches":[26.0,39.0]},{"piece":"chair","notches":[46.5,53.5]},{"piece":"armchair","notches":[65.0,73.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"right":{"colour":"turquoise","pieces":[{"piece":"table","notches":[8.0,18.0]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"wardrobe","notches":[43.0,53.0]},{"piece":"bed","notches":[59.5,72.5]},{"piece":"armchair","notches":[82.5,90.5]}]},"bottom":{"colour":"violet","pieces":[{"piece":"table","notches":[15.0,25.0]},{"piece":"bed","notches":[31.0,44.0]},{"piece":"chair","notches":[52.0,59.0]},{"piece":"armchair","notches":[67.0,75.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"left":{"colour":"yellow","pieces":[{"piece":"wardrobe","notches":[9.5,19.5]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"table","notches":[42.0,52.0]},{"piece":"bed","notches":[61.0,74.0]},{"piece":"armchair","notches":[83.0,91.0]}]}},"toys":{"ball":[78.0,64.5,4.5],"car":[59.0,67.5,5.5],"duck":[86.0,44.0,5.0],"fish":[74.5,29.0,5.0],"kite":[22.0,50.0,6.0],"mouse":[12.5,83.0,4.5],"robot":[46.0,52.5,5.5],"sock":[25.0,71.5,5.0],"top":[22.0,27.5,4.75],"yarn":[47.5,15.0,5.0]},"name":"loft"},"nursery"]}','{"kind":"correspondence","days":3}',1,0.0,'zRVzcA7XGkR6eHC4','178b8c551cb6047ff2530370babb26bf49a205863b729652069390e1965318de',1794814018700,'playing');
INSERT INTO "tables" VALUES('b3JiSK0qbhtNQFkV','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'9IFTet86U4jeN0fK','f1d81e012a926952ee469d0a1381fbcb0116c071a87ce4c1af665971fe6788f5',1794814021881,'over');
INSERT INTO "tables" VALUES('L2eGCb69YZ5nwISn','cat-in-the-box',2,'{}','{"kind":"relaxed"}',0,0.0,'9IFTet86U4jeN0fK','d4ef0bc2ed0d1912a88175c49875d87b8c1dbfd4108033f706dcff5df6da2e7a',1794814025851,'waiting');
INSERT INTO "tables" VALUES('2LZpFmR0DFkyEwQY','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'tAf2xDurbHpOJAAv','ff84c9d201f6500d3801bfc0a11d5545b2a1969cec8e5c8b3bac4603a97fb412',1794814025862,'closed');
CREATE INDEX tables_by_status ON tables (status, created);
CREATE INDEX seats_by_person ON seats (person);
CREATE INDEX chat_by_person ON chat (person);
CREATE INDEX events_by_who_added_to_chance ON events ("key") WHERE kind = 'entropy';
COMMIT;
