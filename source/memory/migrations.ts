// How the file came to look as it does: steps by name, each applied once, in this order. A step that was released is never
// edited; what has to change is a new one. A file that names a step that is not here was made by a newer program.
import type { Migration } from '../lib/sqlite.ts'

export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'entries',
    // Ids are never given twice, so that "memory 12" stays what it was. Moments are milliseconds since 1970.
    sql: `
      CREATE TABLE entries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        text TEXT NOT NULL,
        folded TEXT NOT NULL,
        kind TEXT NOT NULL,
        tags TEXT NOT NULL,
        context TEXT NOT NULL,
        importance REAL NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        completed INTEGER,
        due INTEGER,
        rung INTEGER,
        source TEXT NOT NULL,
        session TEXT NOT NULL
      );
      CREATE INDEX entries_by_folded ON entries (folded);
      CREATE INDEX entries_by_kind ON entries (kind, updated);
      CREATE INDEX entries_by_updated ON entries (updated);
      CREATE INDEX entries_by_importance ON entries (importance, updated);
      CREATE INDEX open_reminders ON entries (due) WHERE kind = 'reminder' AND completed IS NULL;
      CREATE TABLE entry_tags (
        tag TEXT NOT NULL,
        entry INTEGER NOT NULL,
        PRIMARY KEY (tag, entry)
      ) WITHOUT ROWID;
      CREATE INDEX tags_by_entry ON entry_tags (entry);
      CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`,
  },
  {
    name: 'full-text',
    sql: `
      CREATE VIRTUAL TABLE texts USING fts5(
        text, tags, context, kind,
        content = 'entries', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
      );
      CREATE TRIGGER texts_insert AFTER INSERT ON entries BEGIN
        INSERT INTO texts (rowid, text, tags, context, kind) VALUES (new.id, new.text, new.tags, new.context, new.kind);
      END;
      CREATE TRIGGER texts_delete AFTER DELETE ON entries BEGIN
        INSERT INTO texts (texts, rowid, text, tags, context, kind)
        VALUES ('delete', old.id, old.text, old.tags, old.context, old.kind);
      END;
      CREATE TRIGGER texts_update AFTER UPDATE OF text, tags, context, kind ON entries BEGIN
        INSERT INTO texts (texts, rowid, text, tags, context, kind)
        VALUES ('delete', old.id, old.text, old.tags, old.context, old.kind);
        INSERT INTO texts (rowid, text, tags, context, kind) VALUES (new.id, new.text, new.tags, new.context, new.kind);
      END;`,
  },
  {
    name: 'bin',
    // Entries as JSON: what is in the bin does not care how the table of entries looks later.
    sql: `
      CREATE TABLE changes (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, action TEXT NOT NULL);
      CREATE TABLE bin (
        change INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
        entry INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (change, entry)
      ) WITHOUT ROWID;`,
  },
  {
    name: 'repeats',
    // As JSON; null: it does not repeat.
    sql: 'ALTER TABLE entries ADD COLUMN repeats TEXT;',
  },
  {
    name: 'meanings',
    // Vectors of 32-bit floats by a sentence model; they go with the entry, and with its text.
    sql: `
      CREATE TABLE meanings (entry INTEGER PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL);
      CREATE TRIGGER meanings_delete AFTER DELETE ON entries BEGIN
        DELETE FROM meanings WHERE entry = old.id;
      END;
      CREATE TRIGGER meanings_update AFTER UPDATE OF text ON entries BEGIN
        DELETE FROM meanings WHERE entry = old.id;
      END;`,
  },
]
