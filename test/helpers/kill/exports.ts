import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { exportConversation } from '../../../source/sessions/export-file.ts'
import { readConversation } from '../../../source/sessions/read.ts'
import { sampleText } from '../../sessions/sample.ts'
import { assertLast, lastDone, type Writer } from './harness.ts'

export const writer: Writer = {
  write: async (folder, run, tell) => {
    for (let step = 0; ; step++) {
      const name = `${run}.${step % 30}`
      const message = `message-${run}.${step}-${'long '.repeat((step * 97) % 20_000)}`
      const reading = readConversation('a', sampleText(message))
      assert.ok(reading.ok)
      const { conversation } = reading
      for (const ending of ['json', 'html', 'md']) {
        const path = `${name}.${ending}`
        tell(`! ${path} ${run}.${step}`)
        const wish = { conversation, when: (time: string) => time, workspace: realpathSync(folder), path }
        const { ok, text } = exportConversation({ ...wish, force: step >= 30 })
        assert.ok(ok, text)
        tell(`${path} ${run}.${step}`)
      }
    }
  },
  check: async (folder, told) => {
    const last = lastDone(told)
    for (const [path, own] of last) {
      const place = join(folder, path)
      const text = existsSync(place) ? readFileSync(place, 'utf8') : undefined
      assertLast(path, text === undefined ? undefined : /message-(\d+\.\d+)-/.exec(text)?.[1], own)
    }
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8')
      if (name.endsWith('.json')) assert.doesNotThrow(() => JSON.parse(text), name)
      if (name.endsWith('.html')) assert.match(text, /<\/html>\s*$/, name)
    }
    return last.size
  },
}
