/** What is wrong with a proof, in words that go on after "The DPoP proof was refused: ". */
export class ProofProblem extends Error {}
