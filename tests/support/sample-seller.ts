/** The seller that tests share. */
export const sampleSeller = {
  tradeName: "Taruva",
  legalName: "Taruva Wood LLP",
  address: { street: "12 Ring Road", city: "Surat", state: "Gujarat", zipCode: "395002", country: "India" },
  state: "Gujarat",
  gstin: "24ABCDE1234F1Z6",
  phone: "+91 98765 43210",
  email: "hello@taruva.test",
  grievanceOfficer: { name: "Asha Patel", email: "asha@taruva.test", phone: "+91 98765 43211" },
  jurisdictionCity: "Surat",
};
