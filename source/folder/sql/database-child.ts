/**
 * The process in which statements run (see `database-link.ts`): it answers one request after the other. A process and not a thread, because a
 * thread inside SQLite cannot be ended, and would hold up the end of the whole program.
 */
import { Worker } from 'node:worker_threads'
import { loadMath } from '../../toolkit/math-library.ts'
import type { DatabaseReply, DatabaseRequest } from './sql-table.ts'
import { TableDatabase } from './table-database.ts'

/** The program ends this process when a statement is late. Where the program itself was killed, nobody does but the process. */
const GRACE_MS = 5_000
/** In a thread: this one does not wake up before SQLite is done. */
const WATCH = `const { workerData } = require('node:worker_threads')
const end = new BigInt64Array(workerData)
setInterval(() => {
  const at = Number(Atomics.load(end, 0))
  if (at > 0 && Date.now() > at) process.kill(process.pid, 'SIGKILL')
}, 500)`

const end = new BigInt64Array(new SharedArrayBuffer(8))
new Worker(WATCH, { eval: true, workerData: end.buffer, env: {}, execArgv: [] }).unref()
const database = new TableDatabase()
// When the program is gone, its channel is too, and nothing keeps this process.
process.on('message', async (request: DatabaseRequest) => {
  const limitMs = request.op === 'load' ? 0 : request.limitMs + GRACE_MS
  Atomics.store(end, 0, BigInt(limitMs === 0 ? 0 : Date.now() + limitMs))
  const reply = await answer(request)
  Atomics.store(end, 0, 0n)
  process.send?.(reply)
})

async function answer(request: DatabaseRequest): Promise<DatabaseReply> {
  if (request.op === 'load') {
    if (request.convertsUnits) database.context.math = await loadMath()
    for (const name of request.dropped) database.drop(name)
    for (const table of request.tables) database.load(table)
    return { type: 'loaded' }
  }
  database.context.now = request.now
  return request.op === 'ask'
    ? database.ask(request.sql, request.tables, request.shown)
    : database.change(request.statements, request.tables)
}
