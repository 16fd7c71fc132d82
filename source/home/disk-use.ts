import { isHead, listStates } from '../engine/embedded/state-budget.ts'

/** Bytes on disk of all saved states and the heads among them, what they may take, and bytes of all models that are here. */
export async function diskUse(
  statesDir: string,
  statesBudgetMb: number,
  models: readonly { readonly installed: boolean; readonly sizeBytes: number }[],
) {
  const saved = await listStates(statesDir)
  const installed = models.filter((row) => row.installed)
  return {
    states: bytesOf(saved),
    heads: bytesOf(saved.filter(isHead)),
    budget: statesBudgetMb * 1e6,
    models: installed.reduce((sum, row) => sum + row.sizeBytes, 0),
  }
}

function bytesOf(files: readonly { readonly sizeBytes: number }[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
