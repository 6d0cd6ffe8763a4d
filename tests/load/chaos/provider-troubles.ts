import type { RequestListener } from "node:http";

interface Trouble {
  name: string;
  behave(elsewhere: string): (then: RequestListener) => RequestListener;
}

const createConstant = (listener: RequestListener) => () => () => listener;

export const troubles: readonly Trouble[] = [
  {
    name: "refuses",
    behave: createConstant((_request, response) => void response.writeHead(500).end("down")),
  },
  { name: "hangs", behave: createConstant(() => {}) },
  { name: "hangs up", behave: createConstant((request) => void request.socket.destroy()) },
  {
    name: "redirects",
    behave: (elsewhere) => () => (_request, response) =>
      void response.writeHead(307, { location: elsewhere }).end(),
  },
  {
    name: "answers no JSON",
    behave: createConstant(
      (_request, response) => void response.writeHead(200).end("<html>maintenance</html>"),
    ),
  },
  {
    name: "lies",
    behave: createConstant((_request, response) => {
      const lie = {
        id: "order_1",
        entity: "order",
        amount: 1,
        currency: "USD",
        receipt: "another",
        status: "paid",
      };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(lie));
    }),
  },
];
