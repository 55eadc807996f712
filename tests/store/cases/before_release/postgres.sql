CREATE TABLE account (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    office text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT account_office_check CHECK ((office = ANY (ARRAY['owner'::text, 'director'::text, 'member'::text])))
);
CREATE TABLE agreement (
    owner text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE answered (
    question text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE deck (
    owner text NOT NULL COLLATE pg_catalog."C",
    deck bytea NOT NULL,
    report text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE entry (
    game_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    batch bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL COLLATE pg_catalog."C",
    who text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C",
    seal text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT entry_batch_check CHECK ((batch > 0)),
    CONSTRAINT entry_seq_check CHECK ((seq > 0))
);
CREATE TABLE example (
    id text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    jpeg bytea NOT NULL,
    reading text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE game (
    id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    variant text NOT NULL COLLATE pg_catalog."C",
    options text NOT NULL COLLATE pg_catalog."C",
    "table" text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_at text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C",
    turn bigint DEFAULT 0 NOT NULL,
    shelf text DEFAULT 'open'::text NOT NULL COLLATE pg_catalog."C",
    shelved_at text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    places bigint DEFAULT 0 NOT NULL,
    CONSTRAINT game_shelf_check CHECK ((shelf = ANY (ARRAY['open'::text, 'archive'::text, 'bin'::text]))),
    CONSTRAINT game_version_check CHECK ((version > 0))
);
CREATE TABLE house_variant (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    folded text NOT NULL COLLATE pg_catalog."C",
    base text NOT NULL COLLATE pg_catalog."C",
    changes text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_at text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C",
    made_by text COLLATE pg_catalog."C",
    changed_by text COLLATE pg_catalog."C",
    turn bigint DEFAULT 0 NOT NULL,
    CONSTRAINT house_variant_version_check CHECK ((version > 0))
);
CREATE TABLE link (
    hash text NOT NULL COLLATE pg_catalog."C",
    game_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    revoked_at text COLLATE pg_catalog."C",
    seat bigint,
    CONSTRAINT link_check CHECK (((seat IS NOT NULL) = (role = 'player'::text))),
    CONSTRAINT link_role_check CHECK ((role = ANY (ARRAY['scorer'::text, 'player'::text, 'watcher'::text])))
);
CREATE TABLE locked (
    game_id text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE member (
    game_id text NOT NULL COLLATE pg_catalog."C",
    device text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    seat bigint,
    owns boolean NOT NULL,
    joined_at text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT member_check CHECK (((seat IS NOT NULL) = (role = 'player'::text))),
    CONSTRAINT member_role_check CHECK ((role = ANY (ARRAY['scorer'::text, 'player'::text, 'watcher'::text])))
);
CREATE TABLE migration (
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE outcome (
    game_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    first boolean NOT NULL,
    imprint text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE passkey (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    public_key bytea NOT NULL,
    uses bigint NOT NULL,
    device text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    used_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE photo (
    id text NOT NULL COLLATE pg_catalog."C",
    game_id text COLLATE pg_catalog."C",
    jpeg bytea NOT NULL,
    reading text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE pulse (
    ballast bytea NOT NULL
);
CREATE TABLE reckoned (
    game_id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    made_as text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE remembered_name (
    device text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    used_at text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    turn bigint DEFAULT 0 NOT NULL
);
CREATE TABLE saying (
    turn bigint NOT NULL,
    said text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    other text NOT NULL COLLATE pg_catalog."C",
    who text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE season (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    folded text NOT NULL COLLATE pg_catalog."C",
    first_day text NOT NULL COLLATE pg_catalog."C",
    last_day text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_at text NOT NULL COLLATE pg_catalog."C",
    made_by text COLLATE pg_catalog."C",
    CONSTRAINT season_version_check CHECK ((version > 0))
);
CREATE TABLE seat_facts (
    game_id text NOT NULL COLLATE pg_catalog."C",
    named text NOT NULL COLLATE pg_catalog."C",
    rules text NOT NULL COLLATE pg_catalog."C",
    games text NOT NULL COLLATE pg_catalog."C",
    deals text NOT NULL COLLATE pg_catalog."C",
    melds text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE secret (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE sign_in (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    device text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    seen_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE usual_meld (
    rules text NOT NULL COLLATE pg_catalog."C",
    tallies text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE way_in (
    id text NOT NULL COLLATE pg_catalog."C",
    office text COLLATE pg_catalog."C",
    account_id text COLLATE pg_catalog."C",
    made_by text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    ends_at text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT way_in_check CHECK (((office IS NULL) = (account_id IS NOT NULL))),
    CONSTRAINT way_in_office_check CHECK ((office = ANY (ARRAY['owner'::text, 'director'::text, 'member'::text])))
);
CREATE TABLE work (
    id text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    content bytea NOT NULL,
    about text NOT NULL COLLATE pg_catalog."C",
    tries bigint DEFAULT 0 NOT NULL,
    leased_until timestamp with time zone,
    answer text COLLATE pg_catalog."C",
    handed_in_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE work ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME work_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
INSERT INTO account VALUES ('2agzahzsy9sm', 'Ann', 'owner', '2026-11-20T19:00:00.000+00:00');
INSERT INTO agreement VALUES ('phone', '2026-11-20T19:00:00.000+00:00');
INSERT INTO deck VALUES ('phone', '\x006465636b', '{"cards":3}', '2026-11-20T19:00:00.000+00:00');
INSERT INTO entry VALUES ('psax5n3skm2b', 1, 1, 'GameStarted', '{"v":1,"variant":"bruce-5","options":"{\"unit\": \"ones\", \"players\": [2, 8], \"sides\": \"each\", \"pack\": \"48\", \"hand.size\": 5, \"card.rank\": \"ten-high\", \"deal.first\": \"cut\", \"deal.packet\": \"one at a time\", \"deal.redeal\": \"next\", \"draw\": \"discard-and-draw\", \"draw.discards\": \"drawer\", \"bid\": \"auction\", \"bid.min\": 1, \"bid.step\": [[1, 1]], \"bid.max-jump\": null, \"bid.rounds\": \"one-turn\", \"bid.forced\": \"dealer\", \"bid.forced-amount\": 1, \"bid.dealer-discount\": 0, \"bid.lone-may-decline\": false, \"bid.pass-help\": false, \"bid.meld-bids\": null, \"trump.needs\": \"nothing\", \"kitty.size\": 0, \"kitty.shown\": true, \"kitty.counts\": true, \"kitty.deal-out\": false, \"kitty.bury\": \"any\", \"pass.count\": 0, \"pass.order\": \"partner-first\", \"lead.first\": \"no-trump\", \"play.head\": \"always\", \"play.broken\": true, \"count\": \"simple\", \"count.last-trick\": 1, \"count.round\": false, \"meld.table\": {\"run\": [15, 150], \"pinochle\": [4, 30], \"aces\": [10, 100], \"kings\": [8, 80], \"queens\": [6, 60], \"jacks\": [4, 40], \"royal\": 4, \"marriage\": 2, \"dix\": 1}, \"meld.run-absorbs\": \"absorbs\", \"meld.run-extra\": false, \"meld.roundhouse\": \"parts\", \"score.meld-min\": null, \"score.save\": {\"by\": \"points\", \"at_least\": 1, \"loses_tricks\": false, \"dix_safe\": true}, \"score.set\": \"bid\", \"score.unplayed\": false, \"score.throw-in\": \"never\", \"score.throw-in.opponents\": \"meld\", \"score.renege\": \"bruce\", \"score.double-set\": 2, \"score.bid-and-meld\": \"sum\", \"score.false-claim\": \"nothing\", \"score.renege.corrected\": false, \"score.no-marriage\": false, \"renege.exposed\": \"never\", \"misdeal.procedure\": false, \"misdeal.technical\": false, \"end.target\": 50, \"floor\": null, \"end.tie\": [\"bidder\", \"high\"], \"end.all-tricks\": \"nothing\", \"check.stake\": 0, \"check.nines\": 5, \"check.game\": 5, \"end.deal\": false, \"end.deals\": null, \"end.deals-level\": \"tie\", \"end.declare-out\": false, \"end.bid-out\": false, \"end.slide-out\": false, \"end.no-progress\": false, \"end.quad-pinochle\": false}","names":["Ann","Ben","Cleo"],"rules_version":"1","previous":null,"house":null}', 'Ann', '2026-11-20T19:00:00.000+00:00', '3d17a20fd550e04cf089560ffba6a24a7e046227767ed71ce414e7558c1beb5b');
INSERT INTO entry VALUES ('psax5n3skm2b', 2, 1, 'DealBegun', '{"v":1,"dealer":2,"sits_out":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '8baa43413ef996f9807766014b6ebba9446223d65b134adf910fb52fe59daf78');
INSERT INTO entry VALUES ('psax5n3skm2b', 3, 2, 'AuctionWon', '{"v":1,"seat":0,"amount":6,"forced":false}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'd071cabd2da2bf7f86133fa459c9f2349ead1a41f019ee7e00bea20693c22e53');
INSERT INTO entry VALUES ('psax5n3skm2b', 4, 3, 'TrumpNamed', '{"v":1,"suit":"S"}', 'Ann', '2026-11-20T19:00:00.000+00:00', '725c477720ea6912f151886c03f79b677f2e272c9ce659fcf42d7c34bd16f29e');
INSERT INTO entry VALUES ('psax5n3skm2b', 5, 4, 'CardsDrawn', '{"v":1,"seat":0,"discarded":2,"drawn":2}', 'Ann', '2026-11-20T19:00:00.000+00:00', '01cd812d4899b04ca5259da5a8ffd72ac072179999de903106d3d5f5ec37093d');
INSERT INTO entry VALUES ('psax5n3skm2b', 6, 5, 'CardsDrawn', '{"v":1,"seat":1,"discarded":3,"drawn":4}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'd42cc444fae1936eeb7db87264ecbb4f906d63cdc6737956bf1ea646b6db845d');
INSERT INTO entry VALUES ('psax5n3skm2b', 7, 6, 'MeldShown', '{"v":1,"side":"A","seat":null,"source":"number","points":5,"dix":1,"melds":[],"cards":[],"checks":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'ce573df5219044755a9656c01870c949f37a801ca538209e98bdf9652299b7e9');
INSERT INTO entry VALUES ('psax5n3skm2b', 8, 7, 'MeldShown', '{"v":1,"side":"B","seat":null,"source":"number","points":5,"dix":1,"melds":[],"cards":[],"checks":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '889fe5fae41a570eb55002c22e5ecd9ea6970c88fb20e25372191f8f99429cb5');
INSERT INTO entry VALUES ('psax5n3skm2b', 9, 8, 'MeldShown', '{"v":1,"side":"C","seat":null,"source":"number","points":4,"dix":0,"melds":[],"cards":[],"checks":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '79758248bed78cfbcc18943a817975b4410d08e5287ef80a4dfe9d29e1711930');
INSERT INTO entry VALUES ('psax5n3skm2b', 10, 9, 'DealEnded', '{"v":1,"end":"renege","points":{},"tricks":{},"quad_pinochle":[],"offender":"B","misdeal":null,"claimant":null,"kitty_seen":true}', 'Ann', '2026-11-20T19:00:00.000+00:00', '955c7a0c947bcfb78020e8d08e543e3d72bee43d507488afa9283fa558001e3e');
INSERT INTO entry VALUES ('psax5n3skm2b', 11, 10, 'DealScored', '{"v":1,"outcome":"renege","change":[{"side":"A","points":5},{"side":"B","points":-6},{"side":"C","points":4}],"working":["A renege, charged to {B}: everything of this deal is lost, −6.","{A}: the meld stands without a trick, +5.","{C}: the meld stands without a trick, +4."],"clauses":["score.renege.bruce"],"rules_version":"1","checks":[],"checks_working":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '1a3c7881e20f02ebc600c713232a7733745dc83620f8e798d8e321abfce0f21e');
INSERT INTO entry VALUES ('psax5n3skm2b', 12, 10, 'DealBegun', '{"v":1,"dealer":0,"sits_out":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '7423975bfa7ad24548579b196db5a1460c75e1a54bcc8fa3cc67cb56f185730b');
INSERT INTO entry VALUES ('psax5n3skm2b', 13, 11, 'BidMade', '{"v":1,"seat":1,"amount":4}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'f1c82240c9175bf3e0f8dbb9c448a6c178973d0a0b3c645576b5b2ccc0906d07');
INSERT INTO entry VALUES ('psax5n3skm2b', 14, 12, 'BidPassed', '{"v":1,"seat":2,"helps":false}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'ea4733a8f38e740283f281b2114fe91e9721062281952b0703f728f939657e62');
INSERT INTO entry VALUES ('psax5n3skm2b', 15, 13, 'BidPassed', '{"v":1,"seat":0,"helps":false}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'd93a46ad553ff29fe175a7f3b6e939d3d2ba4fd649327d32425ecb837b9657cd');
INSERT INTO entry VALUES ('psax5n3skm2b', 16, 13, 'AuctionWon', '{"v":1,"seat":1,"amount":4,"forced":false}', 'Ann', '2026-11-20T19:00:00.000+00:00', '4d5038594415974cb4477a0b423d078a13c055251a0cecb4e1332bb613ff4084');
INSERT INTO entry VALUES ('psax5n3skm2b', 17, 14, 'TrumpNamed', '{"v":1,"suit":"H"}', 'Ann', '2026-11-20T19:00:00.000+00:00', '7eac1ce212bffa10727eb540de1178f66f19ce9bde52b8b8971c8a23a966faa4');
INSERT INTO entry VALUES ('psax5n3skm2b', 18, 15, 'MeldShown', '{"v":1,"side":"B","seat":null,"source":"number","points":5,"dix":1,"melds":[],"cards":[],"checks":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'f41ff6651c619115f66244c147b816e79466cc2f40d9a10f0cf67488779bdba1');
INSERT INTO entry VALUES ('psax5n3skm2b', 19, 16, 'MeldShown', '{"v":1,"side":"C","seat":null,"source":"number","points":2,"dix":0,"melds":[],"cards":[],"checks":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'b9c6d0f50ad283537baa762143f245d2ce7c1085e432b538865db656e6826687');
INSERT INTO entry VALUES ('psax5n3skm2b', 20, 17, 'MeldShown', '{"v":1,"side":"A","seat":null,"source":"number","points":30,"dix":0,"melds":[],"cards":[],"checks":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'dfd91a3e7257093c390157ab173e591c6a96e00fe02db29f26429c5ef4f19e0a');
INSERT INTO entry VALUES ('psax5n3skm2b', 21, 18, 'MeldClosed', '{"v":1}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'd9424808983c1d5a0dbbe7f1659781938ef600da1495ef3f3e821501254902b1');
INSERT INTO entry VALUES ('psax5n3skm2b', 22, 19, 'DealEnded', '{"v":1,"end":"renege","points":{},"tricks":{},"quad_pinochle":[],"offender":"B","misdeal":null,"claimant":null,"kitty_seen":true}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'd0a02b2df17a3a35e4bac136d6a6e0504d599a9952b0f99b46ac827e054212f0');
INSERT INTO entry VALUES ('psax5n3skm2b', 23, 20, 'DealScored', '{"v":1,"outcome":"renege","change":[{"side":"A","points":30},{"side":"B","points":-4},{"side":"C","points":2}],"working":["A renege, charged to {B}: everything of this deal is lost, −4.","{A}: the meld stands without a trick, +30.","{C}: the meld stands without a trick, +2."],"clauses":["score.renege.bruce"],"rules_version":"1","checks":[],"checks_working":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'b731c289f4d1541958ff70d915465a10e17c458163df57b996700838795a7c64');
INSERT INTO entry VALUES ('psax5n3skm2b', 24, 20, 'DealBegun', '{"v":1,"dealer":1,"sits_out":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '487b252d933fb804ca155c7c909ed0ea61f16425f801acdb8112d4c58b4f058f');
INSERT INTO entry VALUES ('psax5n3skm2b', 25, 21, 'AuctionWon', '{"v":1,"seat":0,"amount":10,"forced":false}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'e0f400f03bfc83a76f978db62d0eefb9c65215e7bad4756971302ce6a2d346ee');
INSERT INTO entry VALUES ('psax5n3skm2b', 26, 22, 'TrumpNamed', '{"v":1,"suit":"C"}', 'Ann', '2026-11-20T19:00:00.000+00:00', '6519e60ba1b8618574575e25dead84bbe64fb9edfee4b02948b4eeb8a3ecbd7f');
INSERT INTO entry VALUES ('psax5n3skm2b', 27, 23, 'DealEnded', '{"v":1,"end":"misdeal","points":{},"tricks":{},"quad_pinochle":[],"offender":null,"misdeal":"card-fault","claimant":null,"kitty_seen":true}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'b2f08e1315db026501ac9208f5bbdf528da3aa238b0c3bee95842ee09153f265');
INSERT INTO entry VALUES ('psax5n3skm2b', 28, 24, 'DealScored', '{"v":1,"outcome":"void","change":[{"side":"A","points":0},{"side":"B","points":0},{"side":"C","points":0}],"working":["The deal is void: nobody scores, and the same dealer deals again."],"clauses":["score.misdeal.card-fault","res.redeal"],"rules_version":"1","checks":[],"checks_working":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'd625dec8edbf36f365dda9f5b6284dfcfddbb3b4695c26d1a1cd05fe4c343a70');
INSERT INTO entry VALUES ('psax5n3skm2b', 29, 24, 'DealBegun', '{"v":1,"dealer":1,"sits_out":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '0a26f638b244e311a9be49549d516166702bfd5615e5a3c45e72ad20e55ad492');
INSERT INTO entry VALUES ('psax5n3skm2b', 30, 25, 'AuctionWon', '{"v":1,"seat":0,"amount":10,"forced":false}', 'Ann', '2026-11-20T19:00:00.000+00:00', '6e24fff811323d312f3ca4d3fd978fbc6b31d70127424bd206d34d661c9f183d');
INSERT INTO entry VALUES ('psax5n3skm2b', 31, 26, 'TrumpNamed', '{"v":1,"suit":"C"}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'a9a6edde485f7096665e3fc81dddd87b69f32273cf757f76134b91fdcd6a62db');
INSERT INTO entry VALUES ('psax5n3skm2b', 32, 27, 'MeldShown', '{"v":1,"side":"A","seat":null,"source":"number","points":15,"dix":0,"melds":[],"cards":[],"checks":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '60e71f3a38196c4b2268613a21e57b019fee764750f866ac9c971f06d88584f8');
INSERT INTO entry VALUES ('psax5n3skm2b', 33, 28, 'MeldClosed', '{"v":1}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'e96e986b9a0dcad0d5e1e64b7179f51bca9d0ae6a3a72c22f75ee0e461cd5816');
INSERT INTO entry VALUES ('psax5n3skm2b', 34, 29, 'DealEnded', '{"v":1,"end":"played","points":{"A":6,"B":3,"C":2},"tricks":{},"quad_pinochle":[],"offender":null,"misdeal":null,"claimant":null,"kitty_seen":true}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'a5376f9a345e177e0f9bc0097273fa38408d6cb14021f4d8986f7d2ec8030df4');
INSERT INTO entry VALUES ('psax5n3skm2b', 35, 30, 'DealScored', '{"v":1,"outcome":"made","change":[{"side":"A","points":21},{"side":"B","points":3},{"side":"C","points":2}],"working":["{A}: bid 10, meld 15, took 6 of at most 16: 21 ≥ 10 – made, +21.","{B}: meld 0, took 3 of at most 16: +3.","{C}: meld 0, took 2 of at most 16: +2."],"clauses":["score.made","score.others"],"rules_version":"1","checks":[],"checks_working":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'a913b15f3c5a94d0d4ab4b06003fbb284b603b8c9e5daccc105599c0e84f7272');
INSERT INTO entry VALUES ('psax5n3skm2b', 36, 30, 'GameWon', '{"v":1,"side":"A","clause":"end.target","says":"{A}: 56, at or above the target of 50.","deal":4,"checks":0,"also":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'f44f7aa689f796b5fe6614efad0cadd2ea236869ff8ac03d3bd5ea3a0d8e8cee');
INSERT INTO entry VALUES ('2jgumwbksjn9', 1, 1, 'GameStarted', '{"v":1,"variant":"site","options":"{}","names":["Ann","Ben","Cal","Zoë"],"rules_version":"1","previous":null,"house":null}', 'Ann', '2026-11-20T19:00:00.000+00:00', 'b8100b8cc82b5a11443a8e456487373e94aa5e2c63e2e06bf20477d86bab4c8b');
INSERT INTO entry VALUES ('2jgumwbksjn9', 2, 1, 'DealBegun', '{"v":1,"dealer":0,"sits_out":[]}', 'Ann', '2026-11-20T19:00:00.000+00:00', '16c9709bace927163a98e39300344923dd7d4a9507bb5bbce9fe2c2decc8da05');
INSERT INTO entry VALUES ('2jgumwbksjn9', 3, 2, 'PlayerRenamed', '{"v":1,"seat":3,"name":"Zoë 📱","substitute":false}', 'Zoë', '2026-11-20T19:00:00.000+00:00', '82b4a5271625602bf1cb48ff27952d0c90bd38bf7095a9ca929582e907d16c58');
INSERT INTO example VALUES ('x', 'phone', '\xffd8', '{"cards":[]}', '2026-11-20T19:00:00.000+00:00');
INSERT INTO game VALUES ('2jgumwbksjn9', 'Ann, Ben, Cal, Zoë', 'site', '{}', '{"names":["Ann","Ben","Cal","Zoë"],"house":null}', 3, '2026-11-20T19:00:00.000+00:00', '2026-11-20T19:00:00.000+00:00', 3, 'open', '', 0);
INSERT INTO game VALUES ('psax5n3skm2b', 'Ann, Ben, Cleo', 'bruce-5', '{"unit":"ones","players":[2,8],"sides":"each","pack":"48","hand.size":5,"card.rank":"ten-high","deal.first":"cut","deal.packet":"one at a time","deal.redeal":"next","draw":"discard-and-draw","draw.discards":"drawer","bid":"auction","bid.min":1,"bid.step":[[1,1]],"bid.max-jump":null,"bid.rounds":"one-turn","bid.forced":"dealer","bid.forced-amount":1,"bid.dealer-discount":0,"bid.lone-may-decline":false,"bid.pass-help":false,"bid.meld-bids":null,"trump.needs":"nothing","kitty.size":0,"kitty.shown":true,"kitty.counts":true,"kitty.deal-out":false,"kitty.bury":"any","pass.count":0,"pass.order":"partner-first","lead.first":"no-trump","play.head":"always","play.broken":true,"count":"simple","count.last-trick":1,"count.round":false,"meld.table":{"run":[15,150],"pinochle":[4,30],"aces":[10,100],"kings":[8,80],"queens":[6,60],"jacks":[4,40],"royal":4,"marriage":2,"dix":1},"meld.run-absorbs":"absorbs","meld.run-extra":false,"meld.roundhouse":"parts","score.meld-min":null,"score.save":{"by":"points","at_least":1,"loses_tricks":false,"dix_safe":true},"score.set":"bid","score.unplayed":false,"score.throw-in":"never","score.throw-in.opponents":"meld","score.renege":"bruce","score.double-set":2,"score.bid-and-meld":"sum","score.false-claim":"nothing","score.renege.corrected":false,"score.no-marriage":false,"renege.exposed":"never","misdeal.procedure":false,"misdeal.technical":false,"end.target":50,"floor":null,"end.tie":["bidder","high"],"end.all-tricks":"nothing","check.stake":0,"check.nines":5,"check.game":5,"end.deal":false,"end.deals":null,"end.deals-level":"tie","end.declare-out":false,"end.bid-out":false,"end.slide-out":false,"end.no-progress":false,"end.quad-pinochle":false}', '{"names":["Ann","Ben","Cleo"],"house":null}', 36, '2026-11-20T19:00:00.000+00:00', '2026-11-20T19:00:00.000+00:00', 1, 'open', '', 3);
INSERT INTO house_variant VALUES ('8brqybqfvfgy', 'Aunt Mary’s', 'aunt mary’s', 'site', '{"end.target":900}', 1, '2026-11-20T19:00:00.000+00:00', '2026-11-20T19:00:00.000+00:00', 'form', NULL, 1);
INSERT INTO link VALUES ('7cd561c26aa3ed82f00e9b8c58493a238c1bfcea63e939363d4b86409280e4db', 'psax5n3skm2b', 'scorer', '2026-11-20T19:00:00.000+00:00', NULL, NULL);
INSERT INTO link VALUES ('7e8b95aa1776c530e87f7339fc3564ab5c3ee85c135c77643f16da9da0249af2', 'psax5n3skm2b', 'player', '2026-11-20T19:00:00.000+00:00', NULL, 2);
INSERT INTO link VALUES ('16c9e49ed4c7139c191bb3d9a61468ba6b2bd86a55aea1a3ff4f1f50658804fe', 'psax5n3skm2b', 'watcher', '2026-11-20T19:00:00.000+00:00', NULL, NULL);
INSERT INTO locked VALUES ('psax5n3skm2b', '2026-11-20T19:00:00.000+00:00');
INSERT INTO member VALUES ('psax5n3skm2b', '45569da57f4b7bf472d7a864ef4781451cae6383fee9fb0ae40c59aa1ce475b7', 'player', 2, false, '2026-11-20T19:00:00.000+00:00');
INSERT INTO member VALUES ('psax5n3skm2b', '5bed85bd69a5502a8f645a58a05e979f94bdeb77b957199ce8429e0ffbc01257', 'scorer', NULL, true, '2026-11-20T19:00:00.000+00:00');
INSERT INTO migration VALUES ('0001_tables', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0002_work', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0003_shelf', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0004_imprint', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0005_member', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0006_people', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0007_account', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0008_hashed_device', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0009_places', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0010_game_order', '2026-11-26 03:32:34.14917+00');
INSERT INTO migration VALUES ('0011_season', '2026-11-26 03:32:34.14917+00');
INSERT INTO outcome VALUES ('2jgumwbksjn9', 'start', 2, true, '');
INSERT INTO outcome VALUES ('2jgumwbksjn9', 'tap', 3, false, '');
INSERT INTO passkey VALUES ('key', '2agzahzsy9sm', '\x007075626c6963', 3, 'Firefox', '2026-11-20T19:00:00.000+00:00', '');
INSERT INTO photo VALUES ('a3t8m6xdnzwt', 'psax5n3skm2b', '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', '{"cards":["QS"]}', '2026-11-20T19:00:00.000+00:00');
INSERT INTO photo VALUES ('a6uyajnuremq', NULL, '\x', '{}', '2026-11-20T19:00:00.000+00:00');
INSERT INTO remembered_name VALUES ('45569da57f4b7bf472d7a864ef4781451cae6383fee9fb0ae40c59aa1ce475b7', 'Ann', '2026-11-20T19:00:00.000+00:00', 0, 1);
INSERT INTO remembered_name VALUES ('45569da57f4b7bf472d7a864ef4781451cae6383fee9fb0ae40c59aa1ce475b7', 'Zoë', '2026-11-20T19:00:00.000+00:00', 1, 1);
INSERT INTO saying VALUES (1, 'same', 'Bob', 'Bobby', 'phone', '2026-11-20T19:00:00.000+00:00');
INSERT INTO season VALUES ('hpmr7wwhvg56', 'Winter league', 'winter league', '2026-10-01', '', 1, '2026-11-20T19:00:00.000+00:00', 'form');
INSERT INTO season VALUES ('tby9y75kcqxu', 'Spring cup', 'spring cup', '2026-03-01', '2026-05-31', 1, '2026-11-20T19:00:00.000+00:00', NULL);
INSERT INTO secret VALUES ('signing', 'kept with the games');
INSERT INTO sign_in VALUES ('f588edbf40aac65f29d563bf4ab90be04d9d685bd82744c2495c0a2e77277e54', '2agzahzsy9sm', 'Firefox', '2026-11-20T19:00:00.000+00:00', '2026-11-20T19:00:00.000+00:00');
INSERT INTO way_in VALUES ('9e69d7c35de37bb30ea3c17515520e9a5f654027e8d8f6dc2ab55ff2987918ab', NULL, '2agzahzsy9sm', '2agzahzsy9sm', '2026-11-20T19:00:00.000+00:00', '2099-01-01T00:00:00.000+00:00');
ALTER TABLE ONLY account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY agreement
    ADD CONSTRAINT agreement_pkey PRIMARY KEY (owner);
ALTER TABLE ONLY answered
    ADD CONSTRAINT answered_pkey PRIMARY KEY (question);
ALTER TABLE ONLY deck
    ADD CONSTRAINT deck_pkey PRIMARY KEY (owner);
ALTER TABLE ONLY entry
    ADD CONSTRAINT entry_pkey PRIMARY KEY (game_id, seq);
ALTER TABLE ONLY example
    ADD CONSTRAINT example_pkey PRIMARY KEY (id);
ALTER TABLE ONLY game
    ADD CONSTRAINT game_pkey PRIMARY KEY (id);
ALTER TABLE ONLY house_variant
    ADD CONSTRAINT house_variant_folded_key UNIQUE (folded);
ALTER TABLE ONLY house_variant
    ADD CONSTRAINT house_variant_made_by_key UNIQUE (made_by);
ALTER TABLE ONLY house_variant
    ADD CONSTRAINT house_variant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY link
    ADD CONSTRAINT link_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY locked
    ADD CONSTRAINT locked_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY member
    ADD CONSTRAINT member_pkey PRIMARY KEY (game_id, device);
ALTER TABLE ONLY migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY outcome
    ADD CONSTRAINT outcome_pkey PRIMARY KEY (game_id, key);
ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY photo
    ADD CONSTRAINT photo_pkey PRIMARY KEY (id);
ALTER TABLE ONLY reckoned
    ADD CONSTRAINT reckoned_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY remembered_name
    ADD CONSTRAINT remembered_name_pkey PRIMARY KEY (device, name);
ALTER TABLE ONLY saying
    ADD CONSTRAINT saying_pkey PRIMARY KEY (turn);
ALTER TABLE ONLY season
    ADD CONSTRAINT season_folded_key UNIQUE (folded);
ALTER TABLE ONLY season
    ADD CONSTRAINT season_made_by_key UNIQUE (made_by);
ALTER TABLE ONLY season
    ADD CONSTRAINT season_pkey PRIMARY KEY (id);
ALTER TABLE ONLY secret
    ADD CONSTRAINT secret_pkey PRIMARY KEY (name);
ALTER TABLE ONLY sign_in
    ADD CONSTRAINT sign_in_pkey PRIMARY KEY (id);
ALTER TABLE ONLY usual_meld
    ADD CONSTRAINT usual_meld_pkey PRIMARY KEY (rules);
ALTER TABLE ONLY way_in
    ADD CONSTRAINT way_in_pkey PRIMARY KEY (id);
ALTER TABLE ONLY work
    ADD CONSTRAINT work_pkey PRIMARY KEY (id);
CREATE INDEX example_of_owner ON example USING btree (owner, created_at);
CREATE UNIQUE INDEX first_outcome ON outcome USING btree (key) WHERE first;
CREATE INDEX game_begun ON game USING btree (shelf, created_at DESC, id);
CREATE INDEX game_by_shelf ON game USING btree (shelf, shelved_at);
CREATE INDEX game_by_turn ON game USING btree (turn);
CREATE INDEX game_written ON game USING btree (shelf, turn DESC, id);
CREATE INDEX house_variant_by_turn ON house_variant USING btree (turn);
CREATE INDEX link_of_game ON link USING btree (game_id, role);
CREATE INDEX member_by_device ON member USING btree (device);
CREATE UNIQUE INDEX owner_of_game ON member USING btree (game_id) WHERE owns;
CREATE INDEX passkey_of_account ON passkey USING btree (account_id);
CREATE INDEX photo_by_age ON photo USING btree (created_at);
CREATE UNIQUE INDEX player_of_seat ON member USING btree (game_id, seat) WHERE (seat IS NOT NULL);
CREATE INDEX remembered_name_by_turn ON remembered_name USING btree (turn);
CREATE INDEX seat_facts_by_game ON seat_facts USING btree (game_id);
CREATE INDEX seat_facts_by_named ON seat_facts USING btree (named);
CREATE INDEX seat_facts_by_rules ON seat_facts USING btree (rules);
CREATE INDEX sign_in_of_account ON sign_in USING btree (account_id);
CREATE INDEX waiting_work ON work USING btree (kind, place) WHERE (answer IS NULL);
ALTER TABLE ONLY entry
    ADD CONSTRAINT entry_game_id_fkey FOREIGN KEY (game_id) REFERENCES game(id);
ALTER TABLE ONLY link
    ADD CONSTRAINT link_game_id_fkey FOREIGN KEY (game_id) REFERENCES game(id);
ALTER TABLE ONLY locked
    ADD CONSTRAINT locked_game_id_fkey FOREIGN KEY (game_id) REFERENCES game(id);
ALTER TABLE ONLY member
    ADD CONSTRAINT member_game_id_fkey FOREIGN KEY (game_id) REFERENCES game(id);
ALTER TABLE ONLY outcome
    ADD CONSTRAINT outcome_game_id_fkey FOREIGN KEY (game_id) REFERENCES game(id);
ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);
ALTER TABLE ONLY photo
    ADD CONSTRAINT photo_game_id_fkey FOREIGN KEY (game_id) REFERENCES game(id);
ALTER TABLE ONLY sign_in
    ADD CONSTRAINT sign_in_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);
ALTER TABLE ONLY way_in
    ADD CONSTRAINT way_in_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);
