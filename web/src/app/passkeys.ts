/** Passkeys as browsers know them: what the server asks, in their form, and their answer, in the server's. */
import { Refusal } from '../net/refusal';

type Json = Record<string, unknown>;

/** Whether this browser can make passkeys at this address. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext;
}

function toBytes(text: unknown): Uint8Array<ArrayBuffer> {
  const plain = atob(String(text).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function descriptors(listed: unknown): PublicKeyCredentialDescriptor[] {
  return ((listed ?? []) as Json[]).map(({ id }) => ({ type: 'public-key', id: toBytes(id) }));
}

/** Nobody used a passkey: they changed their mind, or took too long. */
export class Cancelled extends Error {}

async function asked<T extends AuthenticatorResponse>(
  wait: () => Promise<Credential | null>,
): Promise<[PublicKeyCredential, T]> {
  let found: Credential | null;
  try {
    found = await wait();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Refusal('not-allowed', 'this device has a passkey already');
    throw new Cancelled();
  }
  if (!(found instanceof PublicKeyCredential)) throw new Cancelled();
  return [found, found.response as T];
}

function common({ id, rawId, type }: PublicKeyCredential): Json {
  return { id, rawId: toText(rawId), type };
}

/** Makes a passkey and returns what the server is to check. */
export async function create(options: Json): Promise<Json> {
  const user = options['user'] as Json;
  const publicKey = {
    ...options,
    challenge: toBytes(options['challenge']),
    user: { ...user, id: toBytes(user['id']) },
    excludeCredentials: descriptors(options['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions;
  const [made, response] = await asked<AuthenticatorAttestationResponse>(() =>
    navigator.credentials.create({ publicKey }),
  );
  const { clientDataJSON, attestationObject } = response;
  return {
    ...common(made),
    response: { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject) },
  };
}

/** Lets a passkey sign and returns what the server is to check. */
export async function get(options: Json): Promise<Json> {
  const publicKey = {
    ...options,
    challenge: toBytes(options['challenge']),
    allowCredentials: descriptors(options['allowCredentials']),
  } as unknown as PublicKeyCredentialRequestOptions;
  const [found, response] = await asked<AuthenticatorAssertionResponse>(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...common(found),
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      ...(userHandle && { userHandle: toText(userHandle) }),
    },
  };
}
