/** The problem of a proof, as the end of the sentence "The DPoP proof was refused: …". */
export class ProofProblem extends Error {}

/** A proof lacks a valid nonce of this server, which the client must send or which different clocks make necessary. */
export class NonceProblem extends Error {}
