"""Answers of real authenticators, the test vectors of py_webauthn: what our own tests sign is made by our own code."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people import passkeys
from tafelrunde.store.people.accounts import Passkey
from tests.server.people.authenticator import b64, unb64

PLACE = passkeys.Place("localhost", "http://localhost:5000")

MADE: dict[str, Any] = {
    "id": "9y1xA8Tmg1FEmT-c7_fvWZ_uoTuoih3OvR45_oAK-cwHWhAbXrl2q62iLVTjiyEZ7O7n-CROOY494k7Q3xrs_w",
    "challenge": "TwN7n4WTyGKLc4ZY-qGsFqKnHM4nglqsyV0ICJlN2TO9XiRyFtrkaDwUvsql-gkLJXP6fnF1MlrZ53Mm4R7Cvw",
    "key": "pQECAyYgASFYIEhW1CRfuNlIN6XTPKw0RbvzeaIlRMrDwwep-uq_-3WQIlgg1FZwd_RZRsqS_qgKCDvcVh7ScoKNo3w5h5fv3ihUSww",
    "attestationObject": (
        "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVjESZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAFwAAAAAAAAAAAAAAAAAAAAAA"
        "QPctcQPE5oNRRJk_nO_371mf7qE7qIodzr0eOf6ACvnMB1oQG165dqutoi1U44shGezu5_gkTjmOPeJO0N8a7P-lAQIDJiABIVggSFbUJF-42Ug3"
        "pdM8rDRFu_N5oiVEysPDB6n66r_7dZAiWCDUVnB39FlGypL-qAoIO9xWHtJygo2jfDmHl-_eKFRLDA"
    ),
    "clientDataJSON": (
        "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiVHdON240V1R5R0tMYzRaWS1xR3NGcUtuSE00bmdscXN5VjBJQ0psTjJUTzlY"
        "aVJ5RnRya2FEd1V2c3FsLWdrTEpYUDZmbkYxTWxyWjUzTW00UjdDdnciLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0OjUwMDAiLCJjcm9zc09y"
        "aWdpbiI6ZmFsc2V9"
    ),
}


class Signed(NamedTuple):
    """What an authenticator signed, and the key that is said to be its own."""

    id: str
    challenge: str
    key: str
    used: int
    authenticator: str
    client: str
    signature: str
    handle: str | None = None

    def answer(self) -> dict[str, Any]:
        response = {
            "authenticatorData": self.authenticator,
            "clientDataJSON": self.client,
            "signature": self.signature,
            "userHandle": self.handle,
        }
        return {"id": self.id, "rawId": self.id, "type": "public-key", "response": response}

    def check(self, **change: Any) -> int:
        account = unb64(self.handle).decode() if self.handle else "somebody"
        asked = passkeys.Asked(change.get("challenge", self.challenge), change.get("place", PLACE))
        owner = change.get("account", account)
        return passkeys.signed(asked, self.answer(), Passkey(self.id, owner, unb64(self.key), self.used, "x", 1, 1))


RSA = Signed(
    "ZoIKP1JQvKdrYj1bTUPJ2eTUsbLeFkv-X5xJQNr4k6s",
    "iPmAi1Pp1XL6oAgq3PWZtZPnZa1zFUDoGbaQ0_KvVG1lF2s3Rt_3o4uSzccy0tmcTIpTTT4BU1T-I4maavndjQ",
    "pAEDAzkBACBZAQDfV20epzvQP-HtcdDpX-cGzdOxy73WQEvsU7Dnr9UWJophEfpngouvgnRLXaEUn_d8HGkp_HIx8rrpkx4BVs6X_B6ZjhLlezjIdJbL"
    "bVeb92BaEsmNn1HW2N9Xj2QM8cH-yx28_vCjf82ahQ9gyAr552Bn96G22n8jqFRQKdVpO-f-bvpvaP3IQ9F5LCX7CUaxptgbog1SFO6FI6ob5SlVVB00"
    "lVXsaYg8cIDZxCkkENkGiFPgwEaZ7995SCbiyCpUJbMqToLMgojPkAhWeyktu7TlK6UBWdJMHc3FPAIs0lH_2_2hKS-mGI1uZAFVAfW1X-mzKL0czUm2"
    "P1UlUox7IUMBAAE",
    0,
    "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
    "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiaVBtQWkxUHAxWEw2b0FncTNQV1p0WlBuWmExekZVRG9HYmFRMF9LdlZHMWxGMnMzUnRf"
    "M280dVN6Y2N5MHRtY1RJcFRUVDRCVTFULUk0bWFhdm5kalEiLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0OjUwMDAiLCJjcm9zc09yaWdpbiI6ZmFs"
    "c2V9",
    "iOHKX3erU5_OYP_r_9HLZ-CexCE4bQRrxM8WmuoKTDdhAnZSeTP0sjECjvjfeS8MJzN1ArmvV0H0C3yy_FdRFfcpUPZzdZ7bBcmPh1XPdxRwY747OrIz"
    "cTLTFQUPdn1U-izCZtP_78VGw9pCpdMsv4CUzZdJbEcRtQuRS03qUjqDaovoJhOqEBmxJn9Wu8tBi_Qx7A33RbYjlfyLm_EDqimzDZhyietyop6XUcpK"
    "arKqVH0M6mMrM5zTjp8xf3W7odFCadXEJg-ERZqFM0-9Uup6kJNLbr6C5J4NDYmSm3HCSA6lp2iEiMPKU8Ii7QZ61kybXLxsX4w4Dm3fOLjmDw",
    "T1RWa1l6VXdPRFV0WW1NNVlTMDBOVEkxTFRnd056Z3RabVZpWVdZNFpEVm1ZMk5p",
)
ELLIPTIC = Signed(
    "AXmOjWWZH67pgl5_gAbKVBqoL2dyHHGEWZLspIsCwULG0hZ3HyuGgvkaRcSOLq9W72XtegcvFYXIdlafrilbtVnx2Q14gNbfSQQP2sgNEAif4MjHtGpe"
    "VB0BfFawCs85Y3XY_j4sxthVnyTY_Q",
    "6zrSRX8CxwPSXEArXyXL2tpb6rB7Star0rLVIj5rvf74mZKF5ir715Xmgz5tA_GyHexN4oXfrQ889ArVCLaRdA",
    "pQECAyYgASFYIFm1Py-FzzFOuwXbRbTr95SiDxuB1BkZsEEJxFhquzqkIlggL1U1T713Jo_2muzhXvpbwRNdoAs8CYK6PflvY1MBdCI",
    1625263262,
    "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFYN-Mog",
    "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiNnpyU1JYOEN4d1BTWEVBclh5WEwydHBiNnJCN1N0YXIwckxWSWo1cnZmNzRtWktGNWly"
    "NzE1WG1nejV0QV9HeUhleE40b1hmclE4ODlBclZDTGFSZEEiLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0OjUwMDAiLCJjcm9zc09yaWdpbiI6ZmFs"
    "c2V9",
    "MEUCIQDBqeI274exaKWGQz37g7yo1--TVcZSCcYVftZ1AnEJkQIgNw-nlx-_U9rVfFfER8oX6BlYZTuPFyGaL_wCDY23s0E",
    "TldNMFlqYzNOVFF0WW1NNE5DMDBaakprTFRrME9EVXROR05rTnpreVkyTTROVEUz",
)
UNVERIFIED = Signed(
    "EDx9FfAbp4obx6oll2oC4-CZuDidRVV4gZhxC529ytlnqHyqCStDUwfNdm1SNHAe3X5KvueWQdAX3x9R1a2b9Q",
    "xi30GPGAFYRxVDpY1sM10DaLzVQG66nv-_7RUazH0vI2YvG8LYgDEnvN5fZZNVuvEDuMi9te3VLqb42N0fkLGA",
    "pQECAyYgASFYIIeDTe-gN8A-zQclHoRnGFWN8ehM1b7yAsa8I8KIvmplIlgg4nFGT5px8o6gpPZZhO01wdy9crDSA_Ngtkx0vGpvPHI",
    77,
    "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MBAAAATg",
    "eyJjaGFsbGVuZ2UiOiJ4aTMwR1BHQUZZUnhWRHBZMXNNMTBEYUx6VlFHNjZudi1fN1JVYXpIMHZJMll2RzhMWWdERW52TjVmWlpOVnV2RUR1TWk5dGUz"
    "VkxxYjQyTjBma0xHQSIsImNsaWVudEV4dGVuc2lvbnMiOnt9LCJoYXNoQWxnb3JpdGhtIjoiU0hBLTI1NiIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhv"
    "c3Q6NTAwMCIsInR5cGUiOiJ3ZWJhdXRobi5nZXQifQ",
    "MEUCIGisVZOBapCWbnJJvjelIzwpixxIwkjCCb5aCHafQu68AiEA88v-2pJNNApPFwAKFiNuf82-2hBxYW5kGwVweeoxCwo",
)


def make(asked: passkeys.Asked, **change: str) -> Passkey:
    response = {part: change.get(part, MADE[part]) for part in ("attestationObject", "clientDataJSON")}
    answer = {"id": MADE["id"], "rawId": MADE["id"], "type": "public-key", "response": response}
    return passkeys.registered(asked, answer, "Key", 1)


def test_a_real_new_passkey_is_taken_as_it_is() -> None:
    made = make(passkeys.Asked(MADE["challenge"], PLACE, "ann"))
    assert (made.credential, made.account, made.sign_count) == (MADE["id"], "ann", 23)
    assert made.public_key == unb64(MADE["key"])


def test_a_real_new_passkey_of_another_question_place_or_page_is_refused() -> None:
    for challenge, place in (
        (b64(b"c" * 64), PLACE),
        (MADE["challenge"], PLACE._replace(name="localhost.example")),
        (MADE["challenge"], PLACE._replace(origin="http://localhost:5001")),
        (MADE["challenge"], PLACE._replace(origin="https://localhost:5000")),
    ):
        with pytest.raises(Refusal, match="did not prove"):
            make(passkeys.Asked(challenge, place, "ann"))
    with pytest.raises(Refusal, match="did not prove"):
        make(passkeys.Asked(MADE["challenge"], PLACE, "ann"), clientDataJSON=RSA.client)


@pytest.mark.parametrize(("signed", "count"), [(RSA, 1), (ELLIPTIC, 1625263266)], ids=["RSA", "EC2"])
def test_a_real_signature_opens_its_own_account_only(signed: Signed, count: int) -> None:
    assert signed.check() == count
    for change in (
        {"account": "somebody else"},
        {"challenge": b64(b"c" * 64)},
        {"place": PLACE._replace(name="example")},
        {"place": PLACE._replace(origin="http://localhost")},
    ):
        with pytest.raises(Refusal, match="did not prove"):
            signed.check(**change)


def test_a_real_signature_of_nobody_verified_of_another_key_or_replayed_is_refused() -> None:
    for signed in (
        UNVERIFIED,
        RSA._replace(key=UNVERIFIED.key),
        ELLIPTIC._replace(key=UNVERIFIED.key),
        ELLIPTIC._replace(used=1625263266),
        RSA._replace(authenticator=ELLIPTIC.authenticator),
    ):
        with pytest.raises(Refusal, match="did not prove"):
            signed.check()
