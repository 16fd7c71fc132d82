// What the doctor knows of plugins: whether every file is what was installed, and which are disabled.
import type { Check } from './contracts/doctor.ts'
import { asClause } from './lib/as-clause.ts'
import type { HomePaths } from './paths.ts'
import { PluginStore } from './plugins/plugin-store.ts'

/** Reads every installed version whole. */
export function checkPlugins({ plugins }: HomePaths): Check {
  const name = 'plugins'
  const store = new PluginStore(plugins)
  const records = store.records()
  if (typeof records === 'string') {
    const repair = `Install them again; \`${store.file}\` is set aside then.`
    return { name, status: 'fail', text: asClause(records), repair, facts: { list: false } }
  }
  const rows = store.installed()
  const changed = rows.filter(({ read }) => !('sheet' in read))
  const disabled = [...records].filter(([, record]) => record.disabled).map(([one]) => one)
  const facts = { count: records.size, changed: changed.length, disabled: disabled.length }
  const [first] = changed
  if (first !== undefined) {
    const problem = 'sheet' in first.read ? '' : (first.read[0] ?? '')
    const repair = `Install it again, or take it away: \`ethervox plugin remove ${first.name}\`.`
    return { name, status: 'fail', text: `${first.name} ${first.version}: ${problem}`, repair, facts }
  }
  const [off] = disabled
  if (off !== undefined) {
    const repair = `\`ethervox plugin resume ${off}\` lets it go on, \`ethervox plugin remove ${off}\` takes it away.`
    return { name, status: 'warn', text: `${off} is disabled (${records.get(off)?.last})`, repair, facts }
  }
  const text = records.size === 0 ? 'none' : `${records.size}, every file is what was installed`
  return { name, status: 'ok', text, facts }
}
