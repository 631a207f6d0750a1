/** A form as an HTTP/1.1 request of a client. */
export function post(host: string, path: string, basic: string, form: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Basic ${basic}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${form.length}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${form}`, 'latin1');
}
