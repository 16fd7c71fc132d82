// Whether a file that was found by the words of a request is surely enough the one that it is about.
import type { MeantFile } from '../lib/meant-file.ts'
import { EDITS } from './edits.ts'
import { findEdit } from './passage.ts'
import type { TurnPorts } from './ports.ts'

/** Of a request for something of one's own so much has to be in the file: of its words, one of them in its name or a column's, or of its meaning. */
const OWN_NAMED = 0.2
const OWN_SHARE = 0.3
const OWN_LIKENESS = 0.45
const OWN_NEAR = 0.55
/** The same of any other, which may be about the world. */
const NAMED = 0.35
const SHARE = 0.5
const NEAR = 0.64
const NEAR_SHARE = 0.25
/** The same where a passage of it is plainly to be changed. */
const EDITED_SHARE = 0.15
/** So much better than any other file; where it is this near, any better. */
const LEAST_LEAD = 0.05
const SURELY_NEAR = 0.6
const OWN = /(?<!\p{L})(?:i|my|mine|we|our|ours|us|me|his|her|their)(?!\p{L})/iu
/** "What do vegans put in their coffee": what a whole kind has is nobody's here. */
const OF_A_KIND =
  /(?<=(?<!\p{L})(?:do|did|can|could|are|were|should|would) \p{Ll}[\p{Ll}-]*(?:s|people|men|women|children) .*)(?<!\p{L})their(?!\p{L})/gu
/** "How long can I keep boiled eggs" is asked of the world. */
const ANYBODY = /(?<!\p{L})(?:can|could|should|may|would) (?:i|we|you|one)(?!\p{L})/iu

/** Whether a request is surely enough about that file; `isPersonal`: the router takes it for one about what the person told. */
export function isMeant(
  request: string,
  { share, likeness, isNamed, lead, lacksNames }: MeantFile,
  isPersonal = false,
): boolean {
  const isOfOwn = OWN.test(request.replace(OF_A_KIND, ''))
  // "Who is the manager of Liverpool?" is asked of the world.
  if (lacksNames && !isNamed && !isOfOwn) return false
  const near = share + likeness
  const isOwn = isPersonal || (isOfOwn && !ANYBODY.test(request))
  const isEnough = isOwn
    ? near >= OWN_NEAR || likeness >= OWN_LIKENESS || share >= (isNamed ? OWN_NAMED : OWN_SHARE)
    : (near >= NEAR && share >= NEAR_SHARE) || share >= (isNamed ? NAMED : SHARE)
  return isEnough && lead >= (near >= SURELY_NEAR ? 0 : LEAST_LEAD)
}

/** By words and by meaning, 0 to 1. */
export function strengthOf({ share, likeness }: MeantFile): number {
  return likeness > 0 ? (share + likeness) / 2 : share
}

/** Whether a change is plainly asked for that this file can have. */
export async function isEdited(
  request: string,
  file: MeantFile,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<boolean> {
  if (!EDITS.test(request) || file.share < EDITED_SHARE || file.lead < LEAST_LEAD) return false
  return findEdit(request, '', (await ports.fileText(file.path, signal)) ?? '') !== undefined
}
