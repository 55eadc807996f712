-- Every table, as SQLite reads it. schema.py says what PostgreSQL calls otherwise, and what follows a change of this text.
-- Times are UTC in ISO 8601. Of devices and tokens a SHA-256 is kept. No comment here has a semicolon in it.

create table schema_version (version integer not null) strict;

-- Games and their entries (journal.py). "options", "table" and "body" are JSON.

create table game (
    id text primary key,
    title text not null,
    variant text not null,
    options text not null,
    "table" text not null,
    version integer not null check (version > 0), -- the number of the last entry
    created_at text not null,
    updated_at text not null,
    turn integer not null default 0, -- counted up with each write to any game
    shelf text not null default 'open' check (shelf in ('open', 'archive', 'bin', 'sample')),
    shelved_at text not null default '',
    places integer not null default 0 -- how often somebody's place has changed
) strict;
create index game_by_turn on game (turn);
create index game_by_shelf on game (shelf, shelved_at);
create index game_written on game (shelf, turn desc, id);
create index game_begun on game (shelf, created_at desc, id);

create table entry (
    game_id text not null references game (id),
    seq integer not null check (seq > 0),
    batch integer not null check (batch > 0),
    kind text not null,
    body text not null,
    who text not null,
    at text not null,
    seal text not null,
    primary key (game_id, seq)
) strict, without rowid;

create table outcome ( -- of each idempotency key
    game_id text not null references game (id),
    key text not null,
    version integer not null,
    first integer not null check (first in (0, 1)), -- whether it made the game
    imprint text not null default '', -- of what was sent with the key
    primary key (game_id, key)
) strict, without rowid;
create unique index first_outcome on outcome (key) where first;

-- Who may do what at a game (membership.py, audit.py).

create table link (
    hash text primary key,
    game_id text not null references game (id),
    role text not null check (role in ('scorer', 'player', 'watcher')),
    seat integer check ((seat is not null) = (role = 'player')),
    created_at text not null,
    revoked_at text
) strict, without rowid;
create index link_of_game on link (game_id, role);

create table member (
    game_id text not null references game (id),
    device text not null,
    role text not null check (role in ('scorer', 'player', 'watcher')),
    seat integer check ((seat is not null) = (role = 'player')),
    owns integer not null check (owns in (0, 1)),
    joined_at text not null,
    primary key (game_id, device)
) strict, without rowid;
create index member_by_device on member (device);
create unique index owner_of_game on member (game_id) where owns;
create unique index player_of_seat on member (game_id, seat) where seat is not null;

create table locked (game_id text primary key references game (id), at text not null) strict, without rowid;

create table removed ( -- devices that do not come back by themselves
    game_id text not null references game (id),
    device text not null,
    at text not null,
    primary key (game_id, device)
) strict, without rowid;
create index removed_by_device on removed (device);

create table was_here ( -- devices that wrote at a game until this moment, and no longer do
    game_id text not null references game (id),
    device text not null,
    at text not null,
    primary key (game_id, device)
) strict, without rowid;
create index was_here_by_device on was_here (device);

create table keeper ( -- devices that look after the house, or that direct a night
    whose text not null, -- "house", or the id of the night
    device text not null,
    at text not null,
    primary key (whose, device)
) strict, without rowid;

create table keeper_link ( -- each is used once
    hash text primary key,
    whose text not null,
    created_at text not null
) strict, without rowid;

create table audit (
    id text primary key,
    turn integer not null,
    game_id text references game (id), -- null for the house or the club
    at text not null,
    who text not null,
    action text not null,
    detail text not null
) strict, without rowid;
create index audit_by_turn on audit (turn);
create index audit_of_game on audit (game_id, turn);

-- Names, house variants and seasons (people.py, houses.py). "folded" is the name whatever its capitals.

create table remembered_name (
    device text not null,
    name text not null,
    used_at text not null,
    place integer not null,
    turn integer not null default 0,
    primary key (device, name)
) strict, without rowid;
create index remembered_name_by_turn on remembered_name (turn);

create table saying ( -- what people said of who they are
    turn integer primary key,
    said text not null,
    name text not null,
    other text not null,
    who text not null,
    at text not null
) strict;

create table house_variant (
    id text primary key,
    name text not null,
    folded text not null unique,
    base text not null,
    changes text not null,
    version integer not null check (version > 0),
    created_at text not null,
    updated_at text not null,
    made_by text unique, -- the keys of the forms that made and last changed it
    changed_by text,
    turn integer not null default 0
) strict;
create index house_variant_by_turn on house_variant (turn);

create table season (
    id text primary key,
    name text not null,
    folded text not null unique,
    first_day text not null,
    last_day text not null, -- empty while it goes on
    version integer not null check (version > 0),
    created_at text not null,
    made_by text unique
) strict;

-- Nights of several tables and their entries (nights.py).

create table night (
    id text primary key,
    name text not null,
    day text not null,
    version integer not null check (version > 0), -- the number of the last entry
    created_at text not null,
    made_by text unique, -- the key of the form that opened it
    played_on text not null default '', -- "day", which is sealed, or the day that it was corrected to
    shelf text not null default 'open' check (shelf in ('open', 'archive', 'bin')),
    shelved_at text not null default ''
) strict;
create index night_by_day on night (shelf, played_on desc, created_at desc);

create table night_entry (
    night_id text not null references night (id),
    seq integer not null check (seq > 0),
    batch integer not null check (batch > 0),
    kind text not null,
    body text not null,
    who text not null,
    at text not null,
    key text, -- that of the form, beside the first entry of its batch
    game_id text, -- the game here that a table began, beside its entry
    seal text not null default '',
    primary key (night_id, seq)
) strict, without rowid;
create unique index night_entry_once on night_entry (night_id, key);
create index night_entry_by_game on night_entry (game_id);

create table left_out ( -- nights on the days of a season that it does not count
    season text not null, -- the id of a season, or a year
    night_id text not null references night (id),
    primary key (season, night_id)
) strict, without rowid;

-- Photographs and decks (photos.py). An owner is a game, or a device for photographs of no game.

create table photo (
    id text primary key,
    game_id text references game (id),
    jpeg blob not null,
    reading text not null,
    created_at text not null
) strict;
create index photo_by_age on photo (created_at);

create table example (
    id text primary key, -- that of the photo
    owner text not null,
    jpeg blob not null,
    reading text not null,
    created_at text not null
) strict;
create index example_of_owner on example (owner, created_at);

create table agreement (owner text primary key, created_at text not null) strict, without rowid;

create table deck (
    owner text primary key,
    deck blob not null,
    report text not null,
    created_at text not null
) strict;

-- A club (club.py).

create table account (
    id text primary key,
    name text not null,
    office text not null check (office in ('owner', 'director', 'member')),
    created_at text not null
) strict, without rowid;

create table sign_in (
    id text primary key,
    account_id text not null references account (id),
    device text not null,
    created_at text not null,
    seen_at text not null
) strict, without rowid;
create index sign_in_of_account on sign_in (account_id);

create table way_in (
    id text primary key,
    office text check (office in ('owner', 'director', 'member')),
    account_id text references account (id),
    made_by text not null,
    created_at text not null,
    ends_at text not null,
    check ((office is null) = (account_id is not null))
) strict, without rowid;

create table passkey (
    id text primary key,
    account_id text not null references account (id),
    public_key blob not null,
    uses integer not null,
    device text not null,
    created_at text not null,
    used_at text not null
) strict;
create index passkey_of_account on passkey (account_id);

create table answered (question text primary key, at text not null) strict, without rowid;

-- The signing key, and what is written to try whether there is room.

create table secret (name text primary key, value text not null) strict, without rowid;
create table pulse (ballast blob not null) strict;

-- What follows from the games and is gathered anew at any time (facts.py). "named" is the key of a name.

create table reckoned (game_id text primary key, version integer not null, made_as text not null) strict, without rowid;

create table seat_facts (
    game_id text not null,
    named text not null,
    rules text not null,
    games text not null,
    deals text not null,
    melds text not null
) strict;
create index seat_facts_by_game on seat_facts (game_id);
create index seat_facts_by_named on seat_facts (named);
create index seat_facts_by_rules on seat_facts (rules);

create table usual_meld (rules text primary key, tallies text not null) strict, without rowid;
-- "counted" is what a game adds to "sum_of", which holds what all games that are not in the bin add up to (sums.py).
create table counted (game_id text primary key, adds text not null) strict, without rowid;

create table sum_of (
    kind text not null,
    one text not null,
    other text not null,
    n integer not null,
    primary key (kind, one, other)
) strict, without rowid;
create index sum_of_tables on sum_of (kind, n) where kind = 'table';

create table spelling ( -- how each name was written last
    named text primary key,
    name text not null,
    at text not null
) strict, without rowid;
create index spelling_by_at on spelling (at desc, named);

create table name_word (word text primary key) strict, without rowid;

create table word_of_game (
    word text not null,
    game_id text not null,
    primary key (word, game_id)
) strict, without rowid;
create index word_by_game on word_of_game (game_id);

-- In PostgreSQL always, in a file once something waits: photos and lessons for a reader in any process (waiting.py).

create table if not exists work (
    id text not null unique,
    place integer primary key, -- counted up by the database
    kind text not null,
    content blob not null, -- empty once it is done
    about text not null,
    tries integer not null default 0,
    leased_until text,
    answer text,
    handed_in_at text not null default current_timestamp
);
create index if not exists waiting_work on work (kind, place) where answer is null;
