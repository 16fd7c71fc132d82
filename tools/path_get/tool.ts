import { defineTool } from '../../source/contracts/tool.ts'
import { findFolder, foldersOf, standingOf } from '../../source/toolkit/name-folder.ts'
import { visible } from '../../source/toolkit/plain-words.ts'

type Arguments = { readonly label: string }

type Folder = {
  readonly label: string
  readonly path: string
  readonly standing: 'there' | 'missing' | 'file' | 'moved'
}

const WARNINGS = {
  there: '',
  missing: '; no such folder exists',
  file: '; a file is there, no folder',
  moved: '; a link is there now, so it cannot be read',
} as const

export default defineTool<Arguments, Folder>({
  name: 'path_get',
  description: 'Get the folder behind a name that the user gave it',
  parameters: {
    type: 'object',
    properties: {
      label: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'quoted',
        description: 'name of the folder, e.g. Downloads',
      },
    },
    required: ['label'],
  },
  risk: 'read',
  async run({ label }, context) {
    const folder = findFolder(foldersOf(context), label)
    return { label: folder.label, path: folder.path, standing: await standingOf(folder) }
  },
  say: ({ label, path, standing }) => ({
    sentence: `${visible(label)} is ${visible(path)}${WARNINGS[standing]}.`,
    key: [visible(path)],
  }),
})
