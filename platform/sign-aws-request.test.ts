import { expect, test } from "vitest";
import { hashBody, signAwsRequest } from "./sign-aws-request.ts";

// The examples of Amazon's own documentation of the signature, with the signatures printed there.
const keys = {
  keyId: "AKIAIOSFODNN7EXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};

test.each([
  {
    method: "GET",
    path: "test.txt",
    body: "",
    headers: { range: "bytes=0-9" },
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    method: "PUT",
    path: "test%24file.text",
    body: "Welcome to Amazon S3.",
    headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    method: "GET",
    path: "?max-keys=2&prefix=J",
    body: "",
    headers: {},
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
])(
  "$method $path is signed as Amazon's documentation signs it",
  ({ method, path, body, headers, signature }) => {
    const url = new URL(`https://examplebucket.s3.amazonaws.com/${path}`);
    const now = new Date("2013-05-24T00:00:00.000Z");
    const signed = signAwsRequest({ method, url, bodyHash: hashBody(body), headers }, keys, now);
    expect(signed["authorization"]?.split("Signature=")[1]).toBe(signature);
  },
);
