// The teaching room with the files and the setting of this home.
import type { SecretSwitch } from '../contracts/secret.ts'
import type { TeachingPorts } from '../contracts/teaching.ts'
import { exportPlace, writeExport } from '../lib/export-place.ts'
import { openCaseBook } from '../teaching/case-book.ts'
import { openCollection } from '../teaching/collection.ts'
import { createCollector } from '../teaching/collector.ts'
import { evalLine } from '../teaching/eval-line.ts'

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
      const failed = writeExport(place, cases.map(evalLine).join(''))
      if (failed !== undefined) throw new Error(failed)
      return place.shown
    },
  }
}
