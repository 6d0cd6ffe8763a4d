export interface ForeignCall {
  method: string;
  path: string;
}

/** Runs in the attacker's page: forms, fetches, pictures and sockets, with everything a body could need. */
export async function renderAttackPage({ shopUrl, calls }: { shopUrl: string; calls: ForeignCall[] }) {
  const body: Record<string, unknown> = {
    firstName: "Mallory",
    lastName: "M",
    phoneNumber: "9999999999",
    productId: "acacia-everyday-bowl",
    quantity: 9,
    street: "1",
    city: "Surat",
    state: "Gujarat",
    zipCode: "395002",
    name: "Mallory",
    email: "mallory@example.com",
    message: "planted",
    rating: 1,
    items: [{ productId: "acacia-everyday-bowl", quantity: 1 }],
    shippingAddress: { street: "1", city: "Surat", state: "Gujarat" },
  };
  const readable: string[] = [];
  let sent = 0;
  const ask = async (path: string, init: RequestInit) => {
    sent++;
    const answer = await fetch(shopUrl + path, { credentials: "include", ...init }).catch(() => null);
    const text = answer && answer.type !== "opaque" ? await answer.text().catch(() => "") : "";
    if (text !== "") readable.push(`${init.method ?? "GET"} ${path}: ${text.slice(0, 80)}`);
  };
  const json = JSON.stringify(body);
  const form = new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"];
  for (const { method, path } of calls) {
    if (method === "GET") {
      await ask(path, { mode: "no-cors" });
      await ask(path, {});
      continue;
    }
    await ask(path, { method, headers: { "content-type": "application/json" }, body: json });
    await ask(path, { method: "POST", mode: "no-cors", body: json });
    for (const type of types)
      await ask(path, { method: "POST", mode: "no-cors", headers: { "content-type": type }, body: json });
    await ask(path, { method: "POST", mode: "no-cors", body: form });
    navigator.sendBeacon(shopUrl + path, new Blob([json], { type: "text/plain" }));
    sent++;
  }
  await submitForms();
  await openSocket();
  return { sent, readable };

  /** Forms, as they are posted without scripts, and the ones that scripts would post. */
  async function submitForms(): Promise<void> {
    for (const [target, type] of [
      ["/log-in", types[1]],
      ["/contact-us", types[1]],
      ["/forgot-password", types[1]],
      ["/api/auth/logout", types[0]],
      ["/api/orders", types[0]],
      ["/api/testimonials", types[2]],
    ] as const) {
      const frame = document.createElement("iframe");
      frame.name = `frame-${sent}`;
      const element = document.createElement("form");
      Object.assign(element, {
        action: shopUrl + target,
        method: "post",
        enctype: type ?? "",
        target: frame.name,
      });
      for (const [name, value] of [...form, ["form", "contact"] as const]) {
        const input = document.createElement("input");
        Object.assign(input, { name, value });
        element.append(input);
      }
      document.body.append(frame, element);
      const loaded = new Promise((resolve) => {
        frame.addEventListener("load", resolve, { once: true });
        setTimeout(resolve, 3_000);
      });
      element.submit();
      sent++;
      await loaded;
    }
  }

  /** The live connection carries news of orders; no one else's page may receive it. */
  async function openSocket(): Promise<void> {
    sent++;
    await new Promise<void>((resolve) => {
      const socket = new WebSocket(`${shopUrl.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
      socket.addEventListener("message", ({ data }) => readable.push(`socket: ${String(data)}`));
      for (const end of ["error", "close"]) socket.addEventListener(end, () => resolve());
      setTimeout(resolve, 3_000);
    });
  }
}
