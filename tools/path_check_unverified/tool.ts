import { defineTool } from '../../source/contracts/tool.ts'
import { foldersOf, standingOf } from '../../source/toolkit/name-folder.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'

type Broken = {
  readonly label: string
  readonly path: string
  readonly standing: 'missing' | 'file' | 'moved'
}

type Checked = { readonly checked: number; readonly broken: readonly Broken[] }

const REASONS = {
  missing: 'does not exist',
  file: 'is a file, no folder',
  moved: 'is a link now; name it again to read it',
} as const

export default defineTool<Record<string, never>, Checked>({
  name: 'path_check_unverified',
  description: 'Check which named folders of the user do not exist',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  async run(_, context) {
    const folders = foldersOf(context).list()
    const broken: Broken[] = []
    for (const folder of folders) {
      context.signal.throwIfAborted()
      const standing = await standingOf(folder)
      if (standing !== 'there') broken.push({ label: folder.label, path: folder.path, standing })
    }
    return { checked: folders.length, broken }
  },
  say({ checked, broken }) {
    if (checked === 0) return { sentence: 'No folder has a name yet, so there is nothing to check.' }
    if (broken.length === 0)
      return {
        sentence: checked === 1 ? 'The one named folder exists.' : `All ${checked} named folders exist.`,
      }
    const labels = broken.map(({ label }) => visible(label))
    const isMissing = broken.every(({ standing }) => standing === 'missing')
    const what = isMissing ? ['does not exist', 'do not exist'] : ['is not right', 'are not right']
    const many = count(broken.length, `named folder ${what[0]}`, `named folders ${what[1]}`)
    return {
      sentence: `${many}: ${labels.join(', ')}.`,
      detail: broken
        .map(({ label, path, standing }) => visible(`${label}: ${path} ${REASONS[standing]}`))
        .join('\n'),
      key: labels,
    }
  },
})
