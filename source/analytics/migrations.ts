// How the file of measurements came to look as it does (lib/sqlite.ts). A step that was released is never edited.
import type { Migration } from '../lib/sqlite.ts'

export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'turns-and-calls',
    // Moments are milliseconds since 1970. No column holds anything that was said.
    sql: `
      CREATE TABLE turns (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        model TEXT,
        origin TEXT NOT NULL,
        status TEXT NOT NULL,
        source TEXT NOT NULL,
        tool TEXT,
        gate TEXT,
        confidence REAL NOT NULL,
        route_ms REAL NOT NULL,
        call_ms REAL NOT NULL,
        first_token_ms REAL NOT NULL,
        total_ms REAL NOT NULL,
        evaluated INTEGER NOT NULL,
        reused INTEGER NOT NULL,
        generated INTEGER NOT NULL,
        tokens_per_second REAL
      );
      CREATE INDEX turns_by_at ON turns (at);
      CREATE TABLE calls (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        turn_id INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        tool TEXT NOT NULL,
        ok INTEGER NOT NULL,
        error TEXT,
        decision TEXT,
        decided_by TEXT,
        gate TEXT,
        ms REAL NOT NULL
      );
      CREATE INDEX calls_by_turn ON calls (turn_id);
      CREATE INDEX calls_by_tool ON calls (tool);`,
  },
]
