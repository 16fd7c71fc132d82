import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { memoryBook } from '../../../source/memory/book.ts'
import { readJson } from '../../../source/memory/export-format.ts'
import type { Writer } from './harness.ts'

export const writer: Writer = {
  sharedBy: 2,
  write: async (folder, run, tell) => {
    const memory = await bookOf(folder).open()
    const place = join(folder, `export-${run % 2}.json`)
    for (let step = 0; ; step++) {
      const text = `note ${run}.${step}${' of this and that'.repeat(step % 40)}`
      const { entry } = memory.store({ text, kind: step % 4 === 0 ? 'reminder' : 'fact' })
      tell(`stored ${entry.id} ${run}.${step}`)
      if (step % 4 === 0) memory.complete(entry.id)
      if (step % 4 === 0) tell(`completed ${entry.id}`)
      if (step % 3 === 0) memory.change(entry.id, { text: `${text} changed` })
      if (step % 3 === 0) tell(`changed ${entry.id}`)
      if (step % 7 === 0) {
        tell(`removing ${entry.id}`)
        memory.remove([entry.id], 'delete')
        tell(`removed ${entry.id}`)
      }
      if (step % 10 === 9) tell(`exported ${run % 2} ${(await memory.exportTo(place, 'json')).entries}`)
    }
  },
  check: async (folder, told) => {
    const path = join(folder, 'memory.sqlite')
    const book = bookOf(folder)
    const memory = await book.open()
    const removing = new Set<string>()
    let found = 0
    // Later words on an entry first.
    for (const line of told.flat().toReversed()) {
      const [what, id = '', name = ''] = line.split(' ')
      if (what === 'exported') continue
      if (what === 'removing') removing.add(id)
      const entry = memory.find(Number(id))
      found++
      if (what === 'removed') assert.equal(entry, undefined, line)
      else if (!removing.has(id)) assert.ok(entry !== undefined, `${line}: it is there`)
      if (entry === undefined) continue
      if (what === 'stored') assert.ok(entry.text.startsWith(`note ${name}`), line)
      if (what === 'changed') assert.ok(entry.text.endsWith(' changed'), line)
      if (what === 'completed') assert.notEqual(entry.completed, null, line)
    }
    assert.deepEqual(memory.notices, [], 'no file was moved aside')
    book.close()
    const db = new DatabaseSync(path)
    assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
    db.close()
    for (const place of [0, 1]
      .map((at) => join(folder, `export-${at}.json`))
      .filter((one) => existsSync(one)))
      assert.ok(readJson(readFileSync(place, 'utf8')).ok, `${place} is whole`)
    return found
  },
}

function bookOf(folder: string) {
  const clock = { now: () => new Date(), monotonicMs: () => 0, timeZone: 'UTC' }
  return memoryBook(join(folder, 'memory.sqlite'), clock, 'kill')
}
