import { defineTool } from '../../source/contracts/tool.ts'
import { foldersOf, HOW_TO_NAME } from '../../source/toolkit/name-folder.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'

type Row = { readonly label: string; readonly path: string; readonly by: 'person' | 'desktop' }

type Names = {
  /** Sorted by label. */
  readonly folders: readonly Row[]
}

export default defineTool<Record<string, never>, Names>({
  name: 'path_list',
  description: 'List all folders that the user gave a name, with their places',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  run: (_, context) => ({
    folders: foldersOf(context)
      .list()
      .map(({ label, path, by }) => ({ label, path, by })),
  }),
  say({ folders }) {
    if (folders.length === 0) return { sentence: `No folder has a name yet; ${HOW_TO_NAME}` }
    const labels = folders.map(({ label }) => visible(label))
    const desktop = folders.filter(({ by }) => by === 'desktop').length
    const whose =
      desktop === 0 ? '' : `, ${desktop === folders.length ? 'all' : desktop} of them from the desktop`
    return {
      sentence: `${count(folders.length, 'folder has a name', 'folders have names')}${whose}: ${labels.join(', ')}.`,
      detail: folders.map(({ label, path }) => visible(`${label}: ${path}`)).join('\n'),
      key: labels,
    }
  },
})
