// "Explain to me what a timeout is": whatever words of it stand in a file, it is asked of the world.

/** How it begins. */
const OPENS =
  /^(?:\W*\p{L}+\W+){0,3}?(?:why|explain|(?:show|tell|teach) (?:me|us) how|how (?:do|can|could|should|would) (?:i|you|we|one)|do you|is it (?:better|ok|okay|safe|true)|(?:list|name|give me|what are) (?:some|a few))(?!\p{L})/iu
/** What it asks for. */
const FOR =
  /(?<!\p{L})(?:any (?:good|nice|fun|ideas?|tips?|tricks?|suggestions?)|recommend|suggest|what (?:means|does \S+ mean)|meaning of|in (?:english|german|french|spanish))(?!\p{L})/iu

/** "What a day!" asks for nothing. */
const EXCLAIMS = /^\W*what an? \p{L}+(?: \p{L}+)?[\s.!]*$/iu

/** "What's a readme for?", "what is a berth anyhow?" */
const DEFINES =
  /^\W*(?:(?:and|so|but|ok|oh)\W+)?what(?:['’]?s| is| are) an? [\p{L}-]+(?: (?:anyhow|anyway|actually|exactly|even|again|really|please))?\W*$/iu
const PURPOSE = /^\W*what(?:['’]?s| is| are)(?: an?)? [\p{L}-]+ (?:even |good |used )?for\W*$/iu

/** Whether it begins like a question of how or why something is: nothing is told with it that changes a file. */
export function opensGenerally(request: string): boolean {
  return OPENS.test(request)
}

/** Whether a request is plainly not about what stands in files. */
export function isGeneral(request: string): boolean {
  return (
    OPENS.test(request) ||
    FOR.test(request) ||
    EXCLAIMS.test(request) ||
    DEFINES.test(request) ||
    PURPOSE.test(request)
  )
}
