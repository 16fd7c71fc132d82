// The teaching room with the files and the setting of this home.
import type { SecretSwitch } from './contracts/secret.ts'
import type { TeachingPorts } from './contracts/teaching.ts'
import { createFileAtomicSync } from './lib/atomic-write.ts'
import { diskReason } from './lib/disk-reason.ts'
import { exportPlace } from './lib/export-place.ts'
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
      const place = exportPlace(workspace, file)
      if ('reason' in place) throw new Error(place.reason)
      try {
        // An existing file is somebody's.
        createFileAtomicSync(place.path, cases.map(evalLine).join(''))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST')
          throw new Error(`\`${file}\` exists already; give another name.`)
        throw new Error(`\`${file}\` cannot be written (${diskReason(error)}); try another place.`)
      }
    },
  }
}
