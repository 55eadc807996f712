BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','0001_game_and_entry','2026-11-26 03:32:22.957715+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'companion','0002_link','2026-11-26 03:32:22.958096+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'companion','0003_remembered_name','2026-11-26 03:32:22.958353+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'companion','0004_photo','2026-11-26 03:32:22.958616+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'companion','0005_house_variant','2026-11-26 03:32:22.958876+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'companion','0006_example','2026-11-26 03:32:22.959338+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'companion','0007_turn','2026-11-26 03:32:22.960396+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'companion','0008_seal','2026-11-26 03:32:22.960795+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'companion','0009_secret_and_pulse','2026-11-26 03:32:22.961171+00:00');
INSERT INTO "_sqlite_migrations" VALUES(10,'companion','0010_shelf','2026-11-26 03:32:22.961883+00:00');
INSERT INTO "_sqlite_migrations" VALUES(11,'companion','0011_imprint','2026-11-26 03:32:22.962272+00:00');
INSERT INTO "_sqlite_migrations" VALUES(12,'companion','0012_member','2026-11-26 03:32:22.964221+00:00');
INSERT INTO "_sqlite_migrations" VALUES(13,'companion','0013_people','2026-11-26 03:32:22.965021+00:00');
INSERT INTO "_sqlite_migrations" VALUES(14,'companion','0014_account','2026-11-26 03:32:22.965808+00:00');
INSERT INTO "_sqlite_migrations" VALUES(15,'companion','0015_hashed_device','2026-11-26 03:32:22.967883+00:00');
INSERT INTO "_sqlite_migrations" VALUES(16,'companion','0016_places','2026-11-26 03:32:22.968360+00:00');
INSERT INTO "_sqlite_migrations" VALUES(17,'companion','0017_game_order','2026-11-26 03:32:22.968608+00:00');
INSERT INTO "_sqlite_migrations" VALUES(18,'companion','0018_season','2026-11-26 03:32:22.968784+00:00');
CREATE TABLE account (
    id text primary key,
    name text not null,
    office text not null check (office in ('owner', 'director', 'member')),
    created_at text not null
) strict, without rowid
;
INSERT INTO "account" VALUES('eczshxgrwgre','Ann','owner','2026-11-20T19:00:00.000+00:00');
CREATE TABLE agreement (
    owner text primary key,
    created_at text not null
) strict, without rowid
;
INSERT INTO "agreement" VALUES('phone','2026-11-20T19:00:00.000+00:00');
CREATE TABLE answered (question text primary key, at text not null) strict, without rowid;
CREATE TABLE deck (
    owner text primary key,
    deck blob not null,
    report text not null,
    created_at text not null
) strict
;
INSERT INTO "deck" VALUES('phone',X'006465636B','{"cards":3}','2026-11-20T19:00:00.000+00:00');
CREATE TABLE entry (
    game_id text not null references game (id),
    seq integer not null check (seq > 0),
    batch integer not null check (batch > 0),
    kind text not null,
    body text not null,
    who text not null,
    at text not null, seal text not null default '',
    primary key (game_id, seq)
) strict, without rowid
;
INSERT INTO "entry" VALUES('v82dn6559xs5',1,1,'GameStarted','{"v":1,"variant":"site","options":"{}","names":["Ann","Ben","Cal","Zoë"],"rules_version":"1","previous":null,"house":null}','Ann','2026-11-20T19:00:00.000+00:00','b8100b8cc82b5a11443a8e456487373e94aa5e2c63e2e06bf20477d86bab4c8b');
INSERT INTO "entry" VALUES('v82dn6559xs5',2,1,'DealBegun','{"v":1,"dealer":0,"sits_out":[]}','Ann','2026-11-20T19:00:00.000+00:00','16c9709bace927163a98e39300344923dd7d4a9507bb5bbce9fe2c2decc8da05');
INSERT INTO "entry" VALUES('v82dn6559xs5',3,2,'PlayerRenamed','{"v":1,"seat":3,"name":"Zoë 📱","substitute":false}','Zoë','2026-11-20T19:00:00.000+00:00','82b4a5271625602bf1cb48ff27952d0c90bd38bf7095a9ca929582e907d16c58');
INSERT INTO "entry" VALUES('yvca6zr64erm',1,1,'GameStarted','{"v":1,"variant":"bruce-5","options":"{\"unit\": \"ones\", \"players\": [2, 8], \"sides\": \"each\", \"pack\": \"48\", \"hand.size\": 5, \"card.rank\": \"ten-high\", \"deal.first\": \"cut\", \"deal.packet\": \"one at a time\", \"deal.redeal\": \"next\", \"draw\": \"discard-and-draw\", \"draw.discards\": \"drawer\", \"bid\": \"auction\", \"bid.min\": 1, \"bid.step\": [[1, 1]], \"bid.max-jump\": null, \"bid.rounds\": \"one-turn\", \"bid.forced\": \"dealer\", \"bid.forced-amount\": 1, \"bid.dealer-discount\": 0, \"bid.lone-may-decline\": false, \"bid.pass-help\": false, \"bid.meld-bids\": null, \"trump.needs\": \"nothing\", \"kitty.size\": 0, \"kitty.shown\": true, \"kitty.counts\": true, \"kitty.deal-out\": false, \"kitty.bury\": \"any\", \"pass.count\": 0, \"pass.order\": \"partner-first\", \"lead.first\": \"no-trump\", \"play.head\": \"always\", \"play.broken\": true, \"count\": \"simple\", \"count.last-trick\": 1, \"count.round\": false, \"meld.table\": {\"run\": [15, 150], \"pinochle\": [4, 30], \"aces\": [10, 100], \"kings\": [8, 80], \"queens\": [6, 60], \"jacks\": [4, 40], \"royal\": 4, \"marriage\": 2, \"dix\": 1}, \"meld.run-absorbs\": \"absorbs\", \"meld.run-extra\": false, \"meld.roundhouse\": \"parts\", \"score.meld-min\": null, \"score.save\": {\"by\": \"points\", \"at_least\": 1, \"loses_tricks\": false, \"dix_safe\": true}, \"score.set\": \"bid\", \"score.unplayed\": false, \"score.throw-in\": \"never\", \"score.throw-in.opponents\": \"meld\", \"score.renege\": \"bruce\", \"score.double-set\": 2, \"score.bid-and-meld\": \"sum\", \"score.false-claim\": \"nothing\", \"score.renege.corrected\": false, \"score.no-marriage\": false, \"renege.exposed\": \"never\", \"misdeal.procedure\": false, \"misdeal.technical\": false, \"end.target\": 50, \"floor\": null, \"end.tie\": [\"bidder\", \"high\"], \"end.all-tricks\": \"nothing\", \"check.stake\": 0, \"check.nines\": 5, \"check.game\": 5, \"end.deal\": false, \"end.deals\": null, \"end.deals-level\": \"tie\", \"end.declare-out\": false, \"end.bid-out\": false, \"end.slide-out\": false, \"end.no-progress\": false, \"end.quad-pinochle\": false}","names":["Ann","Ben","Cleo"],"rules_version":"1","previous":null,"house":null}','Ann','2026-11-20T19:00:00.000+00:00','3d17a20fd550e04cf089560ffba6a24a7e046227767ed71ce414e7558c1beb5b');
INSERT INTO "entry" VALUES('yvca6zr64erm',2,1,'DealBegun','{"v":1,"dealer":2,"sits_out":[]}','Ann','2026-11-20T19:00:00.000+00:00','8baa43413ef996f9807766014b6ebba9446223d65b134adf910fb52fe59daf78');
INSERT INTO "entry" VALUES('yvca6zr64erm',3,2,'AuctionWon','{"v":1,"seat":0,"amount":6,"forced":false}','Ann','2026-11-20T19:00:00.000+00:00','d071cabd2da2bf7f86133fa459c9f2349ead1a41f019ee7e00bea20693c22e53');
INSERT INTO "entry" VALUES('yvca6zr64erm',4,3,'TrumpNamed','{"v":1,"suit":"S"}','Ann','2026-11-20T19:00:00.000+00:00','725c477720ea6912f151886c03f79b677f2e272c9ce659fcf42d7c34bd16f29e');
INSERT INTO "entry" VALUES('yvca6zr64erm',5,4,'CardsDrawn','{"v":1,"seat":0,"discarded":2,"drawn":2}','Ann','2026-11-20T19:00:00.000+00:00','01cd812d4899b04ca5259da5a8ffd72ac072179999de903106d3d5f5ec37093d');
INSERT INTO "entry" VALUES('yvca6zr64erm',6,5,'CardsDrawn','{"v":1,"seat":1,"discarded":3,"drawn":4}','Ann','2026-11-20T19:00:00.000+00:00','d42cc444fae1936eeb7db87264ecbb4f906d63cdc6737956bf1ea646b6db845d');
INSERT INTO "entry" VALUES('yvca6zr64erm',7,6,'MeldShown','{"v":1,"side":"A","seat":null,"source":"number","points":5,"dix":1,"melds":[],"cards":[],"checks":[]}','Ann','2026-11-20T19:00:00.000+00:00','ce573df5219044755a9656c01870c949f37a801ca538209e98bdf9652299b7e9');
INSERT INTO "entry" VALUES('yvca6zr64erm',8,7,'MeldShown','{"v":1,"side":"B","seat":null,"source":"number","points":5,"dix":1,"melds":[],"cards":[],"checks":[]}','Ann','2026-11-20T19:00:00.000+00:00','889fe5fae41a570eb55002c22e5ecd9ea6970c88fb20e25372191f8f99429cb5');
INSERT INTO "entry" VALUES('yvca6zr64erm',9,8,'MeldShown','{"v":1,"side":"C","seat":null,"source":"number","points":4,"dix":0,"melds":[],"cards":[],"checks":[]}','Ann','2026-11-20T19:00:00.000+00:00','79758248bed78cfbcc18943a817975b4410d08e5287ef80a4dfe9d29e1711930');
INSERT INTO "entry" VALUES('yvca6zr64erm',10,9,'DealEnded','{"v":1,"end":"renege","points":{},"tricks":{},"quad_pinochle":[],"offender":"B","misdeal":null,"claimant":null,"kitty_seen":true}','Ann','2026-11-20T19:00:00.000+00:00','955c7a0c947bcfb78020e8d08e543e3d72bee43d507488afa9283fa558001e3e');
INSERT INTO "entry" VALUES('yvca6zr64erm',11,10,'DealScored','{"v":1,"outcome":"renege","change":[{"side":"A","points":5},{"side":"B","points":-6},{"side":"C","points":4}],"working":["A renege, charged to {B}: everything of this deal is lost, −6.","{A}: the meld stands without a trick, +5.","{C}: the meld stands without a trick, +4."],"clauses":["score.renege.bruce"],"rules_version":"1","checks":[],"checks_working":[]}','Ann','2026-11-20T19:00:00.000+00:00','1a3c7881e20f02ebc600c713232a7733745dc83620f8e798d8e321abfce0f21e');
INSERT INTO "entry" VALUES('yvca6zr64erm',12,10,'DealBegun','{"v":1,"dealer":0,"sits_out":[]}','Ann','2026-11-20T19:00:00.000+00:00','7423975bfa7ad24548579b196db5a1460c75e1a54bcc8fa3cc67cb56f185730b');
INSERT INTO "entry" VALUES('yvca6zr64erm',13,11,'BidMade','{"v":1,"seat":1,"amount":4}','Ann','2026-11-20T19:00:00.000+00:00','f1c82240c9175bf3e0f8dbb9c448a6c178973d0a0b3c645576b5b2ccc0906d07');
INSERT INTO "entry" VALUES('yvca6zr64erm',14,12,'BidPassed','{"v":1,"seat":2,"helps":false}','Ann','2026-11-20T19:00:00.000+00:00','ea4733a8f38e740283f281b2114fe91e9721062281952b0703f728f939657e62');
INSERT INTO "entry" VALUES('yvca6zr64erm',15,13,'BidPassed','{"v":1,"seat":0,"helps":false}','Ann','2026-11-20T19:00:00.000+00:00','d93a46ad553ff29fe175a7f3b6e939d3d2ba4fd649327d32425ecb837b9657cd');
INSERT INTO "entry" VALUES('yvca6zr64erm',16,13,'AuctionWon','{"v":1,"seat":1,"amount":4,"forced":false}','Ann','2026-11-20T19:00:00.000+00:00','4d5038594415974cb4477a0b423d078a13c055251a0cecb4e1332bb613ff4084');
INSERT INTO "entry" VALUES('yvca6zr64erm',17,14,'TrumpNamed','{"v":1,"suit":"H"}','Ann','2026-11-20T19:00:00.000+00:00','7eac1ce212bffa10727eb540de1178f66f19ce9bde52b8b8971c8a23a966faa4');
INSERT INTO "entry" VALUES('yvca6zr64erm',18,15,'MeldShown','{"v":1,"side":"B","seat":null,"source":"number","points":5,"dix":1,"melds":[],"cards":[],"checks":[]}','Ann','2026-11-20T19:00:00.000+00:00','f41ff6651c619115f66244c147b816e79466cc2f40d9a10f0cf67488779bdba1');
INSERT INTO "entry" VALUES('yvca6zr64erm',19,16,'MeldShown','{"v":1,"side":"C","seat":null,"source":"number","points":2,"dix":0,"melds":[],"cards":[],"checks":[]}','Ann','2026-11-20T19:00:00.000+00:00','b9c6d0f50ad283537baa762143f245d2ce7c1085e432b538865db656e6826687');
INSERT INTO "entry" VALUES('yvca6zr64erm',20,17,'MeldShown','{"v":1,"side":"A","seat":null,"source":"number","points":30,"dix":0,"melds":[],"cards":[],"checks":[]}','Ann','2026-11-20T19:00:00.000+00:00','dfd91a3e7257093c390157ab173e591c6a96e00fe02db29f26429c5ef4f19e0a');
INSERT INTO "entry" VALUES('yvca6zr64erm',21,18,'MeldClosed','{"v":1}','Ann','2026-11-20T19:00:00.000+00:00','d9424808983c1d5a0dbbe7f1659781938ef600da1495ef3f3e821501254902b1');
INSERT INTO "entry" VALUES('yvca6zr64erm',22,19,'DealEnded','{"v":1,"end":"renege","points":{},"tricks":{},"quad_pinochle":[],"offender":"B","misdeal":null,"claimant":null,"kitty_seen":true}','Ann','2026-11-20T19:00:00.000+00:00','d0a02b2df17a3a35e4bac136d6a6e0504d599a9952b0f99b46ac827e054212f0');
INSERT INTO "entry" VALUES('yvca6zr64erm',23,20,'DealScored','{"v":1,"outcome":"renege","change":[{"side":"A","points":30},{"side":"B","points":-4},{"side":"C","points":2}],"working":["A renege, charged to {B}: everything of this deal is lost, −4.","{A}: the meld stands without a trick, +30.","{C}: the meld stands without a trick, +2."],"clauses":["score.renege.bruce"],"rules_version":"1","checks":[],"checks_working":[]}','Ann','2026-11-20T19:00:00.000+00:00','b731c289f4d1541958ff70d915465a10e17c458163df57b996700838795a7c64');
INSERT INTO "entry" VALUES('yvca6zr64erm',24,20,'DealBegun','{"v":1,"dealer":1,"sits_out":[]}','Ann','2026-11-20T19:00:00.000+00:00','487b252d933fb804ca155c7c909ed0ea61f16425f801acdb8112d4c58b4f058f');
INSERT INTO "entry" VALUES('yvca6zr64erm',25,21,'AuctionWon','{"v":1,"seat":0,"amount":10,"forced":false}','Ann','2026-11-20T19:00:00.000+00:00','e0f400f03bfc83a76f978db62d0eefb9c65215e7bad4756971302ce6a2d346ee');
INSERT INTO "entry" VALUES('yvca6zr64erm',26,22,'TrumpNamed','{"v":1,"suit":"C"}','Ann','2026-11-20T19:00:00.000+00:00','6519e60ba1b8618574575e25dead84bbe64fb9edfee4b02948b4eeb8a3ecbd7f');
INSERT INTO "entry" VALUES('yvca6zr64erm',27,23,'DealEnded','{"v":1,"end":"misdeal","points":{},"tricks":{},"quad_pinochle":[],"offender":null,"misdeal":"card-fault","claimant":null,"kitty_seen":true}','Ann','2026-11-20T19:00:00.000+00:00','b2f08e1315db026501ac9208f5bbdf528da3aa238b0c3bee95842ee09153f265');
INSERT INTO "entry" VALUES('yvca6zr64erm',28,24,'DealScored','{"v":1,"outcome":"void","change":[{"side":"A","points":0},{"side":"B","points":0},{"side":"C","points":0}],"working":["The deal is void: nobody scores, and the same dealer deals again."],"clauses":["score.misdeal.card-fault","res.redeal"],"rules_version":"1","checks":[],"checks_working":[]}','Ann','2026-11-20T19:00:00.000+00:00','d625dec8edbf36f365dda9f5b6284dfcfddbb3b4695c26d1a1cd05fe4c343a70');
INSERT INTO "entry" VALUES('yvca6zr64erm',29,24,'DealBegun','{"v":1,"dealer":1,"sits_out":[]}','Ann','2026-11-20T19:00:00.000+00:00','0a26f638b244e311a9be49549d516166702bfd5615e5a3c45e72ad20e55ad492');
INSERT INTO "entry" VALUES('yvca6zr64erm',30,25,'AuctionWon','{"v":1,"seat":0,"amount":10,"forced":false}','Ann','2026-11-20T19:00:00.000+00:00','6e24fff811323d312f3ca4d3fd978fbc6b31d70127424bd206d34d661c9f183d');
INSERT INTO "entry" VALUES('yvca6zr64erm',31,26,'TrumpNamed','{"v":1,"suit":"C"}','Ann','2026-11-20T19:00:00.000+00:00','a9a6edde485f7096665e3fc81dddd87b69f32273cf757f76134b91fdcd6a62db');
INSERT INTO "entry" VALUES('yvca6zr64erm',32,27,'MeldShown','{"v":1,"side":"A","seat":null,"source":"number","points":15,"dix":0,"melds":[],"cards":[],"checks":[]}','Ann','2026-11-20T19:00:00.000+00:00','60e71f3a38196c4b2268613a21e57b019fee764750f866ac9c971f06d88584f8');
INSERT INTO "entry" VALUES('yvca6zr64erm',33,28,'MeldClosed','{"v":1}','Ann','2026-11-20T19:00:00.000+00:00','e96e986b9a0dcad0d5e1e64b7179f51bca9d0ae6a3a72c22f75ee0e461cd5816');
INSERT INTO "entry" VALUES('yvca6zr64erm',34,29,'DealEnded','{"v":1,"end":"played","points":{"A":6,"B":3,"C":2},"tricks":{},"quad_pinochle":[],"offender":null,"misdeal":null,"claimant":null,"kitty_seen":true}','Ann','2026-11-20T19:00:00.000+00:00','a5376f9a345e177e0f9bc0097273fa38408d6cb14021f4d8986f7d2ec8030df4');
INSERT INTO "entry" VALUES('yvca6zr64erm',35,30,'DealScored','{"v":1,"outcome":"made","change":[{"side":"A","points":21},{"side":"B","points":3},{"side":"C","points":2}],"working":["{A}: bid 10, meld 15, took 6 of at most 16: 21 ≥ 10 – made, +21.","{B}: meld 0, took 3 of at most 16: +3.","{C}: meld 0, took 2 of at most 16: +2."],"clauses":["score.made","score.others"],"rules_version":"1","checks":[],"checks_working":[]}','Ann','2026-11-20T19:00:00.000+00:00','a913b15f3c5a94d0d4ab4b06003fbb284b603b8c9e5daccc105599c0e84f7272');
INSERT INTO "entry" VALUES('yvca6zr64erm',36,30,'GameWon','{"v":1,"side":"A","clause":"end.target","says":"{A}: 56, at or above the target of 50.","deal":4,"checks":0,"also":[]}','Ann','2026-11-20T19:00:00.000+00:00','f44f7aa689f796b5fe6614efad0cadd2ea236869ff8ac03d3bd5ea3a0d8e8cee');
CREATE TABLE example (
    id text primary key, -- that of the photo
    owner text not null, -- a game, or a device for photos of no game
    jpeg blob not null,
    reading text not null,
    created_at text not null
) strict
;
INSERT INTO "example" VALUES('x','phone',X'FFD8','{"cards":[]}','2026-11-20T19:00:00.000+00:00');
CREATE TABLE game (
    id text primary key,
    title text not null,
    variant text not null,
    options text not null,
    "table" text not null,
    version integer not null check (version > 0),
    created_at text not null,
    updated_at text not null
, turn integer not null default 0, shelf text not null default 'open' check (shelf in ('open', 'archive', 'bin')), shelved_at text not null default '', places integer not null default 0) strict
;
INSERT INTO "game" VALUES('yvca6zr64erm','Ann, Ben, Cleo','bruce-5','{"unit":"ones","players":[2,8],"sides":"each","pack":"48","hand.size":5,"card.rank":"ten-high","deal.first":"cut","deal.packet":"one at a time","deal.redeal":"next","draw":"discard-and-draw","draw.discards":"drawer","bid":"auction","bid.min":1,"bid.step":[[1,1]],"bid.max-jump":null,"bid.rounds":"one-turn","bid.forced":"dealer","bid.forced-amount":1,"bid.dealer-discount":0,"bid.lone-may-decline":false,"bid.pass-help":false,"bid.meld-bids":null,"trump.needs":"nothing","kitty.size":0,"kitty.shown":true,"kitty.counts":true,"kitty.deal-out":false,"kitty.bury":"any","pass.count":0,"pass.order":"partner-first","lead.first":"no-trump","play.head":"always","play.broken":true,"count":"simple","count.last-trick":1,"count.round":false,"meld.table":{"run":[15,150],"pinochle":[4,30],"aces":[10,100],"kings":[8,80],"queens":[6,60],"jacks":[4,40],"royal":4,"marriage":2,"dix":1},"meld.run-absorbs":"absorbs","meld.run-extra":false,"meld.roundhouse":"parts","score.meld-min":null,"score.save":{"by":"points","at_least":1,"loses_tricks":false,"dix_safe":true},"score.set":"bid","score.unplayed":false,"score.throw-in":"never","score.throw-in.opponents":"meld","score.renege":"bruce","score.double-set":2,"score.bid-and-meld":"sum","score.false-claim":"nothing","score.renege.corrected":false,"score.no-marriage":false,"renege.exposed":"never","misdeal.procedure":false,"misdeal.technical":false,"end.target":50,"floor":null,"end.tie":["bidder","high"],"end.all-tricks":"nothing","check.stake":0,"check.nines":5,"check.game":5,"end.deal":false,"end.deals":null,"end.deals-level":"tie","end.declare-out":false,"end.bid-out":false,"end.slide-out":false,"end.no-progress":false,"end.quad-pinochle":false}','{"names":["Ann","Ben","Cleo"],"house":null}',36,'2026-11-20T19:00:00.000+00:00','2026-11-20T19:00:00.000+00:00',1,'open','',3);
INSERT INTO "game" VALUES('v82dn6559xs5','Ann, Ben, Cal, Zoë','site','{}','{"names":["Ann","Ben","Cal","Zoë"],"house":null}',3,'2026-11-20T19:00:00.000+00:00','2026-11-20T19:00:00.000+00:00',3,'open','',0);
CREATE TABLE house_variant (
            id text primary key,
            name text not null,
            folded text not null unique, -- the name whatever its capitals
            base text not null,
            changes text not null,
            version integer not null check (version > 0),
            created_at text not null,
            updated_at text not null,
            made_by text unique,
            changed_by text
        , turn integer not null default 0) strict
        ;
INSERT INTO "house_variant" VALUES('w9epy22xw486','Aunt Mary’s','aunt mary’s','site','{"end.target":900}',1,'2026-11-20T19:00:00.000+00:00','2026-11-20T19:00:00.000+00:00','form',NULL,1);
CREATE TABLE "link" (
    hash text primary key,
    game_id text not null references game (id),
    role text not null check (role in ('scorer', 'player', 'watcher')),
    seat integer check ((seat is not null) = (role = 'player')),
    created_at text not null,
    revoked_at text
) strict, without rowid
;
INSERT INTO "link" VALUES('19ea5c773c8dd9163b5771425729091c481bf10355501e3d0bc0f64366e6f82c','yvca6zr64erm','player',2,'2026-11-20T19:00:00.000+00:00',NULL);
INSERT INTO "link" VALUES('811a054fe61d3a0d4c95e309cd19065347a9a6f10cdc0a990a2bb00c03ea1d23','yvca6zr64erm','scorer',NULL,'2026-11-20T19:00:00.000+00:00',NULL);
INSERT INTO "link" VALUES('ef69815ce4027c031680238add7f0691c307aa1283c5bdcf707ea3046346ec09','yvca6zr64erm','watcher',NULL,'2026-11-20T19:00:00.000+00:00',NULL);
CREATE TABLE locked (game_id text primary key references game (id), at text not null) strict, without rowid;
INSERT INTO "locked" VALUES('yvca6zr64erm','2026-11-20T19:00:00.000+00:00');
CREATE TABLE member (
    game_id text not null references game (id),
    device text not null, -- a hash
    role text not null check (role in ('scorer', 'player', 'watcher')),
    seat integer check ((seat is not null) = (role = 'player')),
    owns integer not null check (owns in (0, 1)),
    joined_at text not null,
    primary key (game_id, device)
) strict, without rowid
;
INSERT INTO "member" VALUES('yvca6zr64erm','45569da57f4b7bf472d7a864ef4781451cae6383fee9fb0ae40c59aa1ce475b7','player',2,0,'2026-11-20T19:00:00.000+00:00');
INSERT INTO "member" VALUES('yvca6zr64erm','5bed85bd69a5502a8f645a58a05e979f94bdeb77b957199ce8429e0ffbc01257','scorer',NULL,1,'2026-11-20T19:00:00.000+00:00');
CREATE TABLE outcome (
    game_id text not null references game (id),
    key text not null,
    version integer not null,
    first integer not null check (first in (0, 1)), imprint text not null default '', -- whether this was the command that made the game
    primary key (game_id, key)
) strict, without rowid
;
INSERT INTO "outcome" VALUES('v82dn6559xs5','start',2,1,'');
INSERT INTO "outcome" VALUES('v82dn6559xs5','tap',3,0,'');
CREATE TABLE passkey (
    id text primary key,
    account_id text not null references account (id),
    public_key blob not null,
    uses integer not null,
    device text not null,
    created_at text not null,
    used_at text not null
) strict
;
INSERT INTO "passkey" VALUES('key','eczshxgrwgre',X'007075626C6963',3,'Firefox','2026-11-20T19:00:00.000+00:00','');
CREATE TABLE photo (
            id text primary key,
            game_id text references game (id),
            jpeg blob not null,
            reading text not null,
            created_at text not null
        ) strict
        ;
INSERT INTO "photo" VALUES('tmtsc67z4jz3','yvca6zr64erm',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF','{"cards":["QS"]}','2026-11-20T19:00:00.000+00:00');
INSERT INTO "photo" VALUES('znau2v397a82',NULL,X'','{}','2026-11-20T19:00:00.000+00:00');
CREATE TABLE pulse (ballast blob not null) strict;
CREATE TABLE reckoned (
    game_id text primary key,
    version integer not null,
    made_as text not null
) strict, without rowid
;
CREATE TABLE remembered_name (
            device text not null,
            name text not null,
            used_at text not null,
            place integer not null, turn integer not null default 0,
            primary key (device, name)
        ) strict, without rowid
        ;
INSERT INTO "remembered_name" VALUES('45569da57f4b7bf472d7a864ef4781451cae6383fee9fb0ae40c59aa1ce475b7','Ann','2026-11-20T19:00:00.000+00:00',0,1);
INSERT INTO "remembered_name" VALUES('45569da57f4b7bf472d7a864ef4781451cae6383fee9fb0ae40c59aa1ce475b7','Zoë','2026-11-20T19:00:00.000+00:00',1,1);
CREATE TABLE saying (
    turn integer primary key,
    said text not null,
    name text not null,
    other text not null,
    who text not null,
    at text not null
) strict
;
INSERT INTO "saying" VALUES(1,'same','Bob','Bobby','phone','2026-11-20T19:00:00.000+00:00');
CREATE TABLE season (
    id text primary key,
    name text not null,
    folded text not null unique, -- the name whatever its capitals
    first_day text not null,
    last_day text not null, -- empty while it goes on
    version integer not null check (version > 0),
    created_at text not null,
    made_by text unique
) strict
;
INSERT INTO "season" VALUES('7tkp7p32wafd','Winter league','winter league','2026-10-01','',1,'2026-11-20T19:00:00.000+00:00','form');
INSERT INTO "season" VALUES('c4vq2z8sr4xe','Spring cup','spring cup','2026-03-01','2026-05-31',1,'2026-11-20T19:00:00.000+00:00',NULL);
CREATE TABLE seat_facts (
    game_id text not null,
    named text not null, -- the key of a name
    rules text not null,
    games text not null,
    deals text not null,
    melds text not null
) strict
;
CREATE TABLE secret (name text primary key, value text not null) strict, without rowid;
INSERT INTO "secret" VALUES('signing','kept with the games');
CREATE TABLE sign_in (
    id text primary key, -- a hash
    account_id text not null references account (id),
    device text not null,
    created_at text not null,
    seen_at text not null
) strict, without rowid
;
INSERT INTO "sign_in" VALUES('abcc49e73606fbcc8f18ef4283a223c4f4d170b3ca1148f1752aaf4f7e8cb328','eczshxgrwgre','Firefox','2026-11-20T19:00:00.000+00:00','2026-11-20T19:00:00.000+00:00');
CREATE TABLE usual_meld (rules text primary key, tallies text not null) strict, without rowid;
CREATE TABLE way_in (
    id text primary key, -- a hash
    office text check (office in ('owner', 'director', 'member')),
    account_id text references account (id),
    made_by text not null,
    created_at text not null,
    ends_at text not null,
    check ((office is null) = (account_id is not null))
) strict, without rowid
;
INSERT INTO "way_in" VALUES('78d49062d226203734f0b263ef07782b87b6421144950c5d89edf37e978f41ec',NULL,'eczshxgrwgre','eczshxgrwgre','2026-11-20T19:00:00.000+00:00','2099-01-01T00:00:00.000+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX first_outcome on outcome (key) where first;
CREATE INDEX photo_by_age on photo (created_at);
CREATE INDEX example_of_owner on example (owner, created_at);
CREATE INDEX game_by_turn on game (turn);
CREATE INDEX house_variant_by_turn on house_variant (turn);
CREATE INDEX remembered_name_by_turn on remembered_name (turn);
CREATE INDEX link_of_game on link (game_id, role);
CREATE INDEX member_by_device on member (device);
CREATE UNIQUE INDEX owner_of_game on member (game_id) where owns;
CREATE UNIQUE INDEX player_of_seat on member (game_id, seat) where seat is not null;
CREATE INDEX seat_facts_by_game on seat_facts (game_id);
CREATE INDEX seat_facts_by_named on seat_facts (named);
CREATE INDEX seat_facts_by_rules on seat_facts (rules);
CREATE INDEX game_by_shelf on game (shelf, shelved_at);
CREATE INDEX sign_in_of_account on sign_in (account_id);
CREATE INDEX passkey_of_account on passkey (account_id);
CREATE INDEX game_written on game (shelf, turn desc, id);
CREATE INDEX game_begun on game (shelf, created_at desc, id);
COMMIT;
