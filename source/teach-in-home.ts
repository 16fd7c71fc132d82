// The teaching room with the files and the setting of this home.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SecretSwitch } from './contracts/secret.ts'
import type { TeachingPorts } from './contracts/teaching.ts'
import { openCaseBook } from './teaching/case-book.ts'
import { openCollection } from './teaching/collection.ts'
import { createCollector } from './teaching/collector.ts'
import { evalLine } from './teaching/eval-line.ts'

/** Opens it; nothing is read before it is asked for. */
export function teachInHome(folder: string, secret: SecretSwitch, workspace: string): TeachingPorts {
  const book = openCaseBook(folder, secret)
  return {
    book,
    collection: openCollection(folder, secret),
    createCollector,
    exportCases: (file, cases) => {
      // An existing file is somebody's.
      writeFileSync(resolve(workspace, file), cases.map(evalLine).join(''), { flag: 'wx', mode: 0o600 })
    },
  }
}
