import assert from 'node:assert/strict'
import { join } from 'node:path'
import { checkPlugin } from '../../../source/plugins/checked-plugin.ts'
import { readPluginFiles } from '../../../source/plugins/plugin-source.ts'
import { PluginStore } from '../../../source/plugins/plugin-store.ts'
import { writePlugin } from '../plugin-folder.ts'
import { assertLast, lastDone, type Writer } from './harness.ts'

/** A newer version again and again. */
export const writer: Writer = {
  write: async (folder, run, tell) => {
    const store = storeIn(folder)
    for (let step = 0; ; step++) {
      const version = `1.${run}.${step}`
      const padding = { 'tools/word/more.txt': 'x'.repeat((step * 9_973) % 500_000) }
      const made = writePlugin(join(folder, `made-${run}`), { version, files: padding })
      const files = readPluginFiles(made)
      const plugin = checkPlugin(files, made)
      if (!('sheet' in plugin)) throw new Error(plugin.join())
      tell(`! used ${version}`)
      store.install(plugin, files, made)
      tell(`used ${version}`)
    }
  },
  check: async (folder, told) => {
    const last = lastDone(told).get('used')
    if (last?.done === undefined) return 0
    const store = storeIn(folder)
    const records = store.records()
    assert.ok(typeof records !== 'string', String(records))
    assertLast('used', records.get('plain')?.used, last)
    const rows = store.installed()
    for (const { version, read } of rows) assert.ok('sheet' in read, `${version}: ${JSON.stringify(read)}`)
    return rows.length
  },
}

function storeIn(folder: string): PluginStore {
  return new PluginStore(join(folder, 'plugins'))
}
