BEGIN TRANSACTION;
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, at_ms INTEGER NOT NULL,
    entry TEXT NOT NULL, key TEXT, PRIMARY KEY (game, number), UNIQUE (game, key)
) WITHOUT ROWID;
INSERT INTO "entries" VALUES('00000000000000000000000000000001',1,1500,'{"type": "dice_read", "logged_ms": 1500, "origin": "host", "d8": 5, "d10": 2, "d12": 11}','first-dice');
INSERT INTO "entries" VALUES('00000000000000000000000000000001',2,3000,'{"type": "nobody_found", "logged_ms": 3000, "origin": "host"}',NULL);
INSERT INTO "entries" VALUES('00000000000000000000000000000002',1,4500,'{"type": "dice_read", "logged_ms": 4500, "origin": "host", "d8": 8, "d10": 10, "d12": 12}','second-dice');
INSERT INTO "entries" VALUES('00000000000000000000000000000002',2,6000,'{"type": "nobody_found", "logged_ms": 6000, "origin": "host"}','second-nobody');
INSERT INTO "entries" VALUES('00000000000000000000000000000002',3,6000,'{"type": "retracted", "logged_ms": 6000, "origin": "host", "entry": 2}','second-back');
CREATE TABLE games (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, header TEXT NOT NULL, is_open INTEGER NOT NULL
);
INSERT INTO "games" VALUES(1,'00000000000000000000000000000001','{"format": "khepri-record", "format_version": 1, "id": "00000000000000000000000000000001", "game": "pharaoh_code", "rules_version": 1, "seats": [{"sign": "sun", "name": "미나"}, {"sign": "eye", "name": ""}], "first_seat": 0, "date": "2026-11-30", "options": {"way": "claims", "sand_s": 30, "sand_start": "first_press", "powers": false, "professional": false, "whole_steps": false, "strike_penalty": 0, "dead_heat": "draw", "disputes": "majority", "highest_tile": false}, "profile": {}}',0);
INSERT INTO "games" VALUES(2,'00000000000000000000000000000002','{"format": "khepri-record", "format_version": 1, "id": "00000000000000000000000000000002", "game": "pharaoh_code", "rules_version": 1, "seats": [{"sign": "sun", "name": "미나"}, {"sign": "eye", "name": ""}], "first_seat": 0, "date": "2026-11-30", "options": {"way": "claims", "sand_s": 30, "sand_start": "first_press", "powers": false, "professional": false, "whole_steps": false, "strike_penalty": 0, "dead_heat": "draw", "disputes": "majority", "highest_tile": false}, "profile": {}}',1);
CREATE TABLE phones (token_hash TEXT PRIMARY KEY, sign TEXT, is_host INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "phones" VALUES('hash of the host','sun',1);
INSERT INTO "phones" VALUES('hash of another phone',NULL,0);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "settings" VALUES('setup','{"game": "pharaoh_code", "options": {"way": "claims", "sand_s": 30, "sand_start": "first_press", "powers": false, "professional": false, "whole_steps": false, "strike_penalty": 0, "dead_heat": "draw", "disputes": "majority", "highest_tile": false}, "seats": [{"sign": "sun", "name": "미나"}, {"sign": "eye", "name": ""}], "first_seat": 0}');
INSERT INTO "settings" VALUES('table_ms','6000');
PRAGMA user_version=1;
COMMIT;
