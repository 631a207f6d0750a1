/** Tables with a key to an account that open nothing, each with the reason. */
export const NO_WAYS: Readonly<Record<string, string>> = {
  family_member: 'says where an account belongs; it opens nothing of the account itself',
  kept_answer: 'what an application was answered; it works for the application alone, and for a day',
  invited_account: 'says that nobody has completed an account; its links open it',
  audit_event: 'tells what happened',
  sign_in: 'tells how and where someone signed in; the session beside it opens',
  outbox_message: 'a link in a message works as long as its own row says so',
};
