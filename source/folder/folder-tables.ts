// The tables of a folder for whoever asks or changes them: looked at, asked, told, planned, changed. Every statement, a model's or a person's, goes
// through here. Next: folder-index.ts (files to tables), sql/database.ts (statements), answer/ (rows to words), changes/ (rows to files).
import type { Clock } from '../contracts/clock.ts'
import { ChangeRefused, type FolderReader } from '../contracts/folder.ts'
import type {
  ChangePlan,
  FolderAccess,
  FolderView,
  SqlAnswer,
  SqlFailed,
} from '../contracts/folder-access.ts'
import { statementKind } from '../contracts/statement-kind.ts'
import { type Said, type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { plainConditions } from './answer/conditions.ts'
import { sayAnswer } from './answer/say-answer.ts'
import { planChanges } from './changes/plan-changes.ts'
import { type OwnServices, readOwnTables } from './changes/read-own-tables.ts'
import { makeChange } from './changes/write-changes.ts'
import { FolderIndex } from './folder-index.ts'
import { partsOf, statementsIn, tablesIn } from './program-parts.ts'
import { FolderDatabase } from './sql/database.ts'
import { findsAny } from './sql/finds-any.ts'

export interface FolderSetting {
  /** Absolute path of the folder. */
  readonly workspace: string
  readonly clock: Clock
  readonly readers: readonly FolderReader[]
  /** File of the database's process. */
  readonly child: string
  /** Where memory, reminders and timers are. */
  readonly own: OwnServices
}

export class FolderTables implements FolderAccess {
  readonly #setting: FolderSetting
  readonly #index: FolderIndex
  readonly #database: FolderDatabase

  constructor(setting: FolderSetting) {
    const { workspace, readers, own, clock, child } = setting
    this.#setting = setting
    this.#index = new FolderIndex({ workspace, readers, own: () => readOwnTables(own, clock) })
    this.#database = new FolderDatabase({ child, clock })
  }

  look(signal: AbortSignal): Promise<FolderView> {
    return this.#index.look(signal)
  }

  async ask(sql: string, signal: AbortSignal, shown?: number): Promise<SqlAnswer | SqlFailed> {
    if (statementKind(sql) !== 'question')
      return { type: 'failed', reason: 'That statement changes something; a question begins with SELECT.' }
    const { tables } = await this.look(signal)
    return this.#database.ask(sql, tables, { signal, ...(shown !== undefined && { shown }) })
  }

  async findsAny(sql: string, signal: AbortSignal): Promise<boolean> {
    const { tables } = await this.look(signal)
    return findsAny(sql, tables, this.#database, signal)
  }

  async say(sql: string, answer: SqlAnswer, signal: AbortSignal): Promise<Said> {
    const { tables } = await this.look(signal)
    const named = tablesIn(sql, tables)
    return sayAnswer({ answer, parts: partsOf(sql, named), tables: named }, (other) =>
      this.#database.ask(other, tables, { signal }),
    )
  }

  async plan(sql: string, context: ToolContext): Promise<ChangePlan | SqlFailed> {
    if (statementKind(sql) === 'question')
      return { type: 'failed', reason: 'That statement asks and changes nothing.' }
    const view = await this.look(context.signal)
    const changed = await this.#database.change(statementsIn(sql), view.tables, { signal: context.signal })
    if (changed.type === 'failed') return changed
    const conditions = plainConditions(partsOf(sql, tablesIn(sql, view.tables)))
    try {
      const place = { ...context, readers: this.#setting.readers }
      return await planChanges({ sql, view, changed, ...(conditions && { conditions }) }, place)
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error
      const { cause, message: reason } = error
      return { type: 'failed', reason, ...(cause instanceof ToolFailure && { code: cause.code }) }
    }
  }

  async make(plan: ChangePlan, context: ToolContext): Promise<string> {
    const { tables } = await this.look(context.signal)
    return (await makeChange(plan, tables, context)).note
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}
