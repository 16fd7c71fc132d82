import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { openFileHistory } from '../../../source/home/lent/file-history.ts'
import { sha256Hex } from '../../../source/lib/checksum.ts'
import fileAppend from '../../../tools/file_append/tool.ts'
import fileEdit from '../../../tools/file_edit/tool.ts'
import fileWrite from '../../../tools/file_write/tool.ts'
import { someContext } from '../../tools/tool-context.ts'
import { assertLast, lastDone, type Writer } from './harness.ts'

/** Changes that the history keeps at most. */
const MOST_KEPT = 500

export const writer: Writer = {
  write: async (folder, run, tell) => {
    mkdirSync(join(folder, 'work'), { recursive: true })
    const workspace = realpathSync(join(folder, 'work'))
    const safeMode = { isOn: false, turnOn: () => undefined }
    const context = { ...someContext, workspace, services: { fileHistory: historyOf(folder), safeMode } }
    for (let file = 0; ; file++) {
      const path = `${run}.${file}.txt`
      const change = async (content: string, make: () => unknown) => {
        const after = sha256Hex(Buffer.from(content))
        tell(`! ${path} ${after}`)
        await make()
        tell(`${path} ${after}`)
      }
      const first = `begun ${path}\n${'line\n'.repeat((file * 977) % 20_000)}`
      await change(first, () => fileWrite.run({ path, content: first }, context))
      const more = `${first}end\n`
      await change(more, () => fileAppend.run({ path, content: 'end\n' }, context))
      const edited = more.replace('begun', 'edited')
      const words = { path, old: 'begun', new: 'edited' }
      await change(edited, () => fileEdit.run(words, context))
    }
  },
  check: async (folder, told) => {
    const last = lastDone(told)
    for (const [path, own] of last) {
      const place = join(folder, 'work', path)
      assertLast(path, existsSync(place) ? sha256Hex(readFileSync(place)) : undefined, own)
    }
    const shown = existsSync(join(folder, 'work')) ? readdirSync(join(folder, 'work')) : []
    const unknown = shown.filter((name) => !last.has(name) && !name.startsWith('.'))
    assert.deepEqual(unknown, [], 'what was left half-written is hidden')
    const known = new Set(told.flat().map((line) => line.split(' ').at(-1)))
    const changes = await historyOf(folder).list()
    for (const { id, isNew } of changes.filter((one) => !one.isNew)) {
      const before = readFileSync(join(folder, 'undo', id, 'before'))
      assert.ok(isNew || known.has(sha256Hex(before)), `the earlier version of ${id} is whole`)
    }
    const done = told.flat().filter((line) => !line.startsWith('! ')).length
    assert.ok(
      changes.length >= Math.min(done, MOST_KEPT - told.length),
      `${changes.length} of ${done} changes are kept`,
    )
    return last.size
  },
}

function historyOf(folder: string) {
  return openFileHistory({ folder: join(folder, 'undo'), home: join(folder, 'home') })
}
