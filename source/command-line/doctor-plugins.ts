// What the doctor knows of plugins: whether every file is what was installed, and which are disabled.
import type { Check } from '../contracts/doctor.ts'
import { asClause } from '../lib/as-clause.ts'
import type { HomePaths } from '../paths.ts'
import { type Fence, findFence } from '../plugins/bubblewrap.ts'
import { PluginStore } from '../plugins/plugin-store.ts'

/** Reads every installed version whole; where one is trusted code, it tries what fences that in. */
export async function checkPlugins(
  { plugins }: HomePaths,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Check> {
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
  const hasTrusted = rows.some(({ read }) => 'sheet' in read && read.sheet.kind === 'trusted')
  return hasTrusted
    ? withFence(text, facts, await findFence(environment))
    : { name, status: 'ok', text, facts }
}

function withFence(text: string, facts: Check['facts'], fence: Fence): Check {
  const check = { name: 'plugins', facts: { ...facts, bubblewrap: fence.type } }
  if (fence.type === 'works')
    return { ...check, status: 'ok', text: `${text}; bubblewrap fences trusted code in` }
  if (fence.type === 'none')
    return { ...check, status: 'ok', text: `${text}; trusted code has Node's permissions around it alone` }
  return {
    ...check,
    status: 'warn',
    text: `\`${fence.path}\` does not work here (${fence.reason}): trusted code has Node's permissions around it alone`,
    repair:
      'Inside a container it needs user namespaces; elsewhere `bwrap --unshare-all --ro-bind / / true` says more.',
  }
}
