BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
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
INSERT INTO "chat" VALUES('MVgcaMKJBrz_r9yn',1,0,'3nSEtxE9chVjbM_y',1795041610526,'Cześć, кот, kočka!');
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
INSERT INTO "events" VALUES('1U_j3iajZZWvAc1J',1,1795041610333,'sat',0,'3nSEtxE9chVjbM_y',NULL,NULL);
INSERT INTO "events" VALUES('1U_j3iajZZWvAc1J',2,1795041610333,'bot',3,'cat',NULL,NULL);
INSERT INTO "events" VALUES('1U_j3iajZZWvAc1J',3,1795041610357,'sat',1,'0tqVLvRfKw9xhucu',NULL,NULL);
INSERT INTO "events" VALUES('1U_j3iajZZWvAc1J',4,1795041610359,'entropy',1,'bo''s dice','0tqVLvRfKw9xhucu',NULL);
INSERT INTO "events" VALUES('1U_j3iajZZWvAc1J',5,1795041610363,'sat',2,'L1rvOId0LEClqQsY',NULL,NULL);
INSERT INTO "events" VALUES('1U_j3iajZZWvAc1J',6,1795041610364,'left',2,NULL,NULL,NULL);
INSERT INTO "events" VALUES('1U_j3iajZZWvAc1J',7,1795041610369,'bot',2,'random',NULL,NULL);
INSERT INTO "events" VALUES('1U_j3iajZZWvAc1J',8,1795041610369,'bot',2,NULL,NULL,NULL);
INSERT INTO "events" VALUES('7oWQCJxl470vLeUU',1,1795041610722,'sat',0,'D9o0G-i_N0y751Zr',NULL,NULL);
INSERT INTO "events" VALUES('7oWQCJxl470vLeUU',2,1795041610728,'closed',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',1,1795041610372,'sat',0,'3nSEtxE9chVjbM_y',NULL,NULL);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',2,1795041610383,'sat',1,'0tqVLvRfKw9xhucu',NULL,NULL);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',3,1795041610386,'sat',2,'cYSP5EZZdehkDRAr',NULL,NULL);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',4,1795041610388,'entropy',2,'gone''s dice',NULL,NULL);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',5,1795041610391,'entropy',0,'ann''s','3nSEtxE9chVjbM_y',NULL);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',6,1795041610391,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',7,1795041610397,'acted',0,'discard 4','q1-68cb0fc9c8',3604994);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',8,1795041610400,'acted',1,'discard 4','q1-d3abe8ff09',3604991);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',9,1795041610403,'acted',2,'discard 6','q1-130abf74e2',3604988);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',10,1795041610406,'acted',0,'bid 4','q1-3956e73da7',3609991);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',11,1795041610410,'acted',1,'bid 3','q1-42109a95b8',3609987);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',12,1795041610412,'acted',2,'bid 1','q1-8622f4f772',3609986);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',13,1795041610415,'acted',0,'play 3 blue','q1-a0ce02fffe',3614988);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',14,1795041610418,'acted',1,'play 2 red','q1-2418069f8f',3614984);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',15,1795041610425,'acted',2,'play 3 yellow','q1-83fec50bc2',3614979);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',16,1795041610434,'acted',1,'play 5 red','q1-b3b16cad5f',3619975);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',17,1795041610447,'acted',2,'play 4 yellow','q1-4f874346eb',3619966);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',18,1795041610451,'acted',0,'play 6 blue','q1-db6c3576f4',3619984);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',19,1795041610453,'acted',1,'play 5 green','q1-acf2bc1c2c',3624973);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',20,1795041610456,'acted',2,'play 1 green','q1-19800675a5',3624963);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',21,1795041610459,'acted',0,'play 1 blue','q1-fbf777055a',3624981);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',22,1795041610462,'acted',1,'play 3 red','q1-90d088efeb',3629970);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',23,1795041610471,'acted',2,'play 4 green','q1-f217d4f9d4',3629954);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',24,1795041610475,'acted',0,'play 2 yellow','q1-4b22e90b45',3629977);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',25,1795041610478,'acted',1,'play 4 red','q1-ab734add8',3634967);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',26,1795041610480,'acted',2,'play 5 yellow','q1-198913f286',3634952);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',27,1795041610495,'acted',0,'play 1 yellow','q1-ee5c7e3a17',3634962);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',28,1795041610508,'acted',1,'play 2 green','q1-4f3ea89f01',3639954);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',29,1795041610522,'acted',2,'discard 5','q1-78a0b1982b',3639938);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',30,1795041610533,'taken',1,'left','heuristic',3639929);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',31,1795041610534,'acted',1,'discard 1',NULL,3639929);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',32,1795041610534,'back',1,NULL,NULL,NULL);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',33,1795041610538,'taken',0,'left','heuristic',3634932);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',34,1795041610538,'acted',0,'discard 3',NULL,3634932);
INSERT INTO "events" VALUES('MVgcaMKJBrz_r9yn',35,1795041610544,'left',2,'heuristic',NULL,NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',1,1795041610681,'sat',0,'L1rvOId0LEClqQsY',NULL,NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',2,1795041610685,'sat',1,'D9o0G-i_N0y751Zr',NULL,NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',3,1795041610689,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',4,1795041610693,'acted',0,'discard 4','a92e6b91cce9c77',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',5,1795041610694,'acted',1,'discard 4','2293ea2f8a88518',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',6,1795041610694,'acted',1,'play 4 blue','e1cca7b5002aab4',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',7,1795041610694,'acted',0,'play 2 blue','b263beaf9e53cfb',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',8,1795041610695,'acted',1,'play 1 blue','2bd4afc8e1e5540',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',9,1795041610695,'acted',0,'play 4 yellow','1566fe2d0d18fb0',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',10,1795041610696,'acted',1,'play 4 green','6b391ca9b811f47',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',11,1795041610696,'acted',0,'play 3 green','78370ed98918dd8',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',12,1795041610697,'acted',1,'play 3 blue','6273ed09bfad94f',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',13,1795041610697,'acted',0,'play 3 yellow','a406bf007ce7ade',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',14,1795041610698,'acted',1,'play 1 yellow','311e281f7ab62a8',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',15,1795041610698,'acted',0,'play 5 red','5b3970342f5d75e',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',16,1795041610699,'acted',0,'play 1 green','b0ab577ddbad0b1',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',17,1795041610699,'acted',1,'play 5 blue','4f55c73ac7c603b',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',18,1795041610700,'acted',0,'play 1 red','3c27272409bd305',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',19,1795041610700,'acted',1,'play 2 yellow','5f0b4a75d02b200',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',20,1795041610701,'acted',1,'discard 5','cf632d492bf2f73',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',21,1795041610701,'acted',0,'discard 5','73465b2dedb6a7',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',22,1795041610701,'acted',0,'play 3 green','dbece4ed293ca94',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',23,1795041610702,'acted',1,'play 3 red','84dd01f085ffef8',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',24,1795041610702,'acted',1,'play 1 red','acf7af138dfffb7',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',25,1795041610703,'acted',0,'play 4 blue','63641910b21bbba',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',26,1795041610703,'acted',1,'play 2 blue','9b77405c59c74ab',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',27,1795041610704,'acted',0,'play 1 blue','8ccaec7c0d7fcc5',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',28,1795041610704,'acted',1,'play 2 red','13f68ff2d94a778',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',29,1795041610705,'acted',0,'play 4 green','6ef8b43096ebec4',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',30,1795041610705,'acted',1,'play 3 yellow','581c14c7f90925c',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',31,1795041610705,'acted',0,'play 2 yellow','75923268396ae9b',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',32,1795041610706,'acted',1,'play 4 red','56f3eef35737c8f',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',33,1795041610706,'acted',0,'play 5 blue','79ec55a74a43821',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',34,1795041610707,'acted',1,'play 4 yellow','db04a83f57083ef',NULL);
INSERT INTO "events" VALUES('fkSNctZcgHxK0gy0',35,1795041610707,'acted',0,'play 5 yellow','f4b55463d6ae5bd',NULL);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',1,1795041610556,'sat',0,'L1rvOId0LEClqQsY',NULL,NULL);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',2,1795041610597,'sat',1,'0tqVLvRfKw9xhucu',NULL,NULL);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',3,1795041610601,'started',NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',4,1795041610611,'acted',1,'draw turquoise','q1-bbc43f86ee',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',5,1795041610618,'acted',1,'draw yellow','q1-abd940e456',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',6,1795041610628,'acted',1,'draw violet','q1-57cfbb275f',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',7,1795041610633,'acted',0,'draw violet','q1-594268a4b4',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',8,1795041610643,'acted',0,'draw yellow','q1-6c90f98c54',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',9,1795041610653,'acted',0,'draw turquoise','q1-bb4aa31e55',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',10,1795041610660,'acted',1,'anchor left','q1-ace8b2b12d',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',11,1795041610669,'acted',0,'anchor left','q1-e63e1407ff',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',12,1795041610672,'acted',1,'lay yellow-bed','q1-9d125a5acf',259200000);
INSERT INTO "events" VALUES('nTbXZ3GjifNpwotF',13,1795041610678,'acted',1,'run right','q1-2f35e96403',259200000);
CREATE TABLE mutes (
	person VARCHAR(40) NOT NULL, 
	muted VARCHAR(40) NOT NULL, 
	PRIMARY KEY (person, muted), 
	FOREIGN KEY(person) REFERENCES people (id), 
	FOREIGN KEY(muted) REFERENCES people (id)
);
INSERT INTO "mutes" VALUES('0tqVLvRfKw9xhucu','3nSEtxE9chVjbM_y');
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
INSERT INTO "people" VALUES('3nSEtxE9chVjbM_y','Ann','ann','$argon2id$v=19$m=8,t=1,p=1$IDu3f29cK4RloYv6YqhYWg$PFdlGW26tjjnVw6/ua7X0/vCUIPO5UgImAlkXC+X40Q',1795041610309,0,NULL);
INSERT INTO "people" VALUES('0tqVLvRfKw9xhucu','Bo',NULL,NULL,1795041610317,0,NULL);
INSERT INTO "people" VALUES('L1rvOId0LEClqQsY','Cy',NULL,NULL,1795041610319,0,NULL);
INSERT INTO "people" VALUES('D9o0G-i_N0y751Zr','Dee',NULL,NULL,1795041610321,0,NULL);
INSERT INTO "people" VALUES('cYSP5EZZdehkDRAr','',NULL,NULL,1795041610323,1,NULL);
CREATE TABLE seats (
	table_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "seats" VALUES('1U_j3iajZZWvAc1J',0,'3nSEtxE9chVjbM_y');
INSERT INTO "seats" VALUES('1U_j3iajZZWvAc1J',1,'0tqVLvRfKw9xhucu');
INSERT INTO "seats" VALUES('MVgcaMKJBrz_r9yn',0,'3nSEtxE9chVjbM_y');
INSERT INTO "seats" VALUES('MVgcaMKJBrz_r9yn',1,'0tqVLvRfKw9xhucu');
INSERT INTO "seats" VALUES('nTbXZ3GjifNpwotF',0,'L1rvOId0LEClqQsY');
INSERT INTO "seats" VALUES('nTbXZ3GjifNpwotF',1,'0tqVLvRfKw9xhucu');
INSERT INTO "seats" VALUES('fkSNctZcgHxK0gy0',0,'L1rvOId0LEClqQsY');
INSERT INTO "seats" VALUES('fkSNctZcgHxK0gy0',1,'D9o0G-i_N0y751Zr');
INSERT INTO "seats" VALUES('7oWQCJxl470vLeUU',0,'D9o0G-i_N0y751Zr');
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
INSERT INTO "sessions" VALUES('eQ1pn0wYwM05Stdj','0tqVLvRfKw9xhucu','113bb30c0942642ee212153f5a424efd7e43e970950eff2c0fdda1db0c3ab856',1795041610317,1795041610317,NULL,NULL);
INSERT INTO "sessions" VALUES('mDYEGPmlaTzrfgRV','L1rvOId0LEClqQsY','2941cdd303cd3ca479edf4dae6e93c3c5ca2417add5fe75f9fadad9c1f140b04',1795041610319,1795041610319,NULL,NULL);
INSERT INTO "sessions" VALUES('M5Px3ttfOm36_9OC','D9o0G-i_N0y751Zr','ae5ac3984fce153e539d1f47250d3452d31a4fc16380adad42465d3d775bc082',1795041610321,1795041610321,NULL,NULL);
INSERT INTO "sessions" VALUES('cwaB45fJqa7_koG8','3nSEtxE9chVjbM_y','300a972969aac079a11d20fe597e080e05f1b2240ba96816e140b1e345676609',1795041610327,1795041610327,NULL,NULL);
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
INSERT INTO "tables" VALUES('1U_j3iajZZWvAc1J','cat-in-the-box',4,'{"layout":"purple"}','{"kind":"relaxed"}',1,0.0,'3nSEtxE9chVjbM_y','77db5214d9e0489a6083073cc731999adc1476c98ee8ff62f1992a3e3d255adc',1795041610333,'waiting',1);
INSERT INTO "tables" VALUES('MVgcaMKJBrz_r9yn','cat-in-the-box',3,'{}','{"kind":"live","bank":3600,"increment":5}',1,0.0,'3nSEtxE9chVjbM_y','d7a4e2a1063ad2de8c176216dad08a3b4adece3b9b3fa3cb669daf4ade90fa58',1795041610372,'playing',0);
INSERT INTO "tables" VALUES('nTbXZ3GjifNpwotF','rascal-kittens',2,'{"variant":"older","rooms":[{"walls":{"top":{"colour":"red","pieces":[{"piece":"table","notches":[6.0,16.0]},{"piece":"bed","notches":[26.0,39.0]},{"piece":"chair","notches":[46.5,53.5]},{"piece":"armchair","notches":[65.0,73.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"right":{"colour":"turquoise","pieces":[{"piece":"table","notches":[8.0,18.0]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"wardrobe","notches":[43.0,53.0]},{"piece":"bed","notches":[59.5,72.5]},{"piece":"armchair","notches":[82.5,90.5]}]},"bottom":{"colour":"violet","pieces":[{"piece":"table","notches":[15.0,25.0]},{"piece":"bed","notches":[31.0,44.0]},{"piece":"chair","notches":[52.0,59.0]},{"piece":"armchair","notches":[67.0,75.0]},{"piece":"wardrobe","notches":[83.0,93.0]}]},"left":{"colour":"yellow","pieces":[{"piece":"wardrobe","notches":[9.5,19.5]},{"piece":"chair","notches":[28.5,35.5]},{"piece":"table","notches":[42.0,52.0]},{"piece":"bed","notches":[61.0,74.0]},{"piece":"armchair","notches":[83.0,91.0]}]}},"toys":{"ball":[78.0,64.5,4.5],"car":[59.0,67.5,5.5],"duck":[86.0,44.0,5.0],"fish":[74.5,29.0,5.0],"kite":[22.0,50.0,6.0],"mouse":[12.5,83.0,4.5],"robot":[46.0,52.5,5.5],"sock":[25.0,71.5,5.0],"top":[22.0,27.5,4.75],"yarn":[47.5,15.0,5.0]},"name":"loft"},"nursery"]}','{"kind":"correspondence","days":3}',1,0.0,'L1rvOId0LEClqQsY','4a637baf50755fb844b46ab16d9702d4c5439e811dde48a7926eed2b8eb97122',1795041610556,'playing',0);
INSERT INTO "tables" VALUES('fkSNctZcgHxK0gy0','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'L1rvOId0LEClqQsY','70244117bd942bd677bfab866e43774065ae6421b7bcef6e3a2c0962832af3ca',1795041610681,'over',0);
INSERT INTO "tables" VALUES('7oWQCJxl470vLeUU','cat-in-the-box',2,'{}','{"kind":"relaxed"}',1,0.0,'D9o0G-i_N0y751Zr','55ed9b1bf3b58e3ae9fcb98183741b4f86aa97d217b4348acdfac090f679bc2e',1795041610722,'closed',0);
CREATE INDEX tables_by_status ON tables (status, created);
CREATE INDEX seats_by_person ON seats (person);
CREATE INDEX chat_by_person ON chat (person);
CREATE INDEX events_by_who_added_to_chance ON events ("key") WHERE kind = 'entropy';
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX sessions_by_seen ON sessions (seen);
COMMIT;
